; Broken: set ordering of @f:#0 to release
define i32 @f(ptr %pointer) {
  %value = load atomic i32, ptr %pointer acquire, align 4
  ret i32 %value
}
; Near miss: a `seq_cst` load is in one total order with all `seq_cst` stores
define i32 @f(ptr %pointer) {
  %value = load atomic i32, ptr %pointer seq_cst, align 4
  ret i32 %value
}
