; Broken: which functions are "some"?
declare void @step() "frame-pointer"="some"

; Near miss: those that call others.
declare void @step() "frame-pointer"="non-leaf"
