; Broken: extended by zeros, and by the sign.
declare void @put(i8 zeroext signext)

; Near miss: by zeros.
declare void @put(i8 zeroext)
