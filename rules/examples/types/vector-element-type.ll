; Broken: declare @g of type vector of 4 structure
; Near miss: pointers will do, and arrays can hold structures
@pointers = external global <4 x ptr>
@structures = external global [4 x { i32 }]
