; Broken: declare @g of type i0
; Near miss: the widest integer that there is
@g = external global i8388608
