; Broken: the size of this type is unknown.
@resource = global target("example.resource") undef

; Near miss: a type whose size is known.
@resource = global target("spirv.Event") zeroinitializer
