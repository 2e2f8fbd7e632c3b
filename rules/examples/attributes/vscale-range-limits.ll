; Broken: there is no vscale of 3.
declare void @step() vscale_range(1, 3)

; Near miss: without an upper limit.
declare void @step() vscale_range(2, 0)
