; Broken: a type of which LLVM does not know that it can be in memory.
@resource = external global [2 x target("example.resource")]

; Near miss: a type of the SPIR-V target, for which it does.
@resource = external global [2 x target("spirv.Event")]
