; Broken: nobody knows how large a value of this type is.
@resource = global target("example.resource") undef

; Near miss: a type that LLVM knows.
@resource = global target("spirv.Event") zeroinitializer
