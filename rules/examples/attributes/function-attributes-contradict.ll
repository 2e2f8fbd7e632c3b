; Broken: always and never inlined.
declare void @step() noinline alwaysinline

; Near miss: never inlined and rarely called.
declare void @step() noinline cold
