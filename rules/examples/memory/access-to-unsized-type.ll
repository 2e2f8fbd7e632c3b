; Broken: the number of bytes to read is unknown
%opaque = type opaque

define void @f(ptr %pointer) {
  %value = load atomic { %opaque }, ptr %pointer seq_cst, align 8
  ret void
}
; Near miss: an array of no elements has the size 0
define void @f(ptr %pointer) {
  %value = load [0 x i32], ptr %pointer
  ret void
}
