; Broken: zero-extended and sign-extended.
declare void @put(i8 zeroext signext)

; Near miss: zero-extended.
declare void @put(i8 zeroext)
