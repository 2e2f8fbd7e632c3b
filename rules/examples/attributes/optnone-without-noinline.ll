; Broken: after inlining, it would be optimised.
declare void @step() optnone

; Near miss: it is not inlined.
declare void @step() optnone noinline
