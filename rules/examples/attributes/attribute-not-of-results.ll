; Broken: `readonly` does not apply to a return value.
; Broken: add readonly to result of @find
declare ptr @find(ptr)

; Near miss: memory is only read through the parameter.
declare ptr @find(ptr readonly)
