; Broken: `cold` does not apply to a parameter.
; Broken: add cold to parameter 0 of @fail
declare void @fail(i32)

; Near miss: the function is cold.
declare void @fail(i32) cold
