; Broken: declare @f of type function from i32 to label
; Near miss: the address of a block can be returned
declare ptr @f(i32)
