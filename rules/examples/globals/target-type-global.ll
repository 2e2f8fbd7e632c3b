; Broken: a type that LLVM does not allow in memory.
@resource = external global [2 x target("example.resource")]

; Near miss: a type of the SPIR-V target that it allows.
@resource = external global [2 x target("spirv.Event")]
