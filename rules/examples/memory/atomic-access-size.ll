; Broken: three bytes
define void @f(ptr %pointer, i24 %value) {
  store atomic i24 %value, ptr %pointer monotonic, align 4
  ret void
}
; Near miss: eight lanes of one bit are one byte
define void @f(ptr %pointer, <8 x i1> %value) {
  store atomic <8 x i1> %value, ptr %pointer monotonic, align 4
  ret void
}
