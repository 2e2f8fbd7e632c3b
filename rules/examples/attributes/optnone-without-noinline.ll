; Broken: inlined, it would be optimized.
declare void @step() optnone

; Near miss: it is not inlined.
declare void @step() optnone noinline
