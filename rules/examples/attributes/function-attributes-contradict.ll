; Broken: to be inlined always, and never.
declare void @step() noinline alwaysinline

; Near miss: inlined never, and rarely called.
declare void @step() noinline cold
