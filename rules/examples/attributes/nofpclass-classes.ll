; Broken: there is no eleventh class.
; Broken: add nofpclass(1024) to parameter 0 of @root
declare void @root(float)

; Near miss: all ten classes.
declare void @root(float nofpclass(all))
