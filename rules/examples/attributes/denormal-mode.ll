; Broken: the mode is not known.
declare void @step() "denormal-fp-math"="flush-to-zero"

; Near miss: zero with the sign of the result, and operands unchanged.
declare void @step() "denormal-fp-math"="preserve-sign,ieee"
