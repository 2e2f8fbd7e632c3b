; Broken: declare @f of type function from label to void
; Near miss: the address of a block can be passed
declare void @f(ptr)
