; Broken: @trace cannot be passed metadata
declare void @trace(metadata)
; Near miss: it is passed a pointer to a string
declare void @trace(ptr)
