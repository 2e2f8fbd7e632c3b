; Broken: declare @g of type vector of 0 i32
; Near miss: one element is enough, and an array may be empty
@one = external global <1 x i32>
@none = external global [0 x i32]
