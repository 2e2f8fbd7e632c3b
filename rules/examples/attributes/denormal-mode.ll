; Broken: that mode has another name.
declare void @step() "denormal-fp-math"="flush-to-zero"

; Near miss: zero with the sign of the result; operands as they are.
declare void @step() "denormal-fp-math"="preserve-sign,ieee"
