; Broken: declare @g of type vector of 4 structure
; Near miss: pointers are allowed, and arrays can contain structures
@pointers = external global <4 x ptr>
@structures = external global [4 x { i32 }]
