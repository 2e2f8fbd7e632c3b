; Broken: a hexadecimal number in the syntax of C.
declare void @step() "patchable-function-entry"="0x10"

; Near miss: a decimal number.
declare void @step() "patchable-function-entry"="16"
