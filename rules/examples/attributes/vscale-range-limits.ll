; Broken: `vscale` cannot be 3.
declare void @step() vscale_range(1, 3)

; Near miss: no upper bound.
declare void @step() vscale_range(2, 0)
