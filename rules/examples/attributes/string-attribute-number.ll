; Broken: a number as C writes it.
declare void @step() "patchable-function-entry"="0x10"

; Near miss: as LLVM reads it.
declare void @step() "patchable-function-entry"="16"
