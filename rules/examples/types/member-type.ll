; Broken: declare @g of type array of 4 label
; Near miss: the address of a block can be stored in memory
@labels = global [1 x ptr] [ptr blockaddress(@f, %block)]

define void @f() {
  br label %block

block:
  ret void
}
