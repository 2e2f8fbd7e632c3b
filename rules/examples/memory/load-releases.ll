; Broken: set ordering of @f:#0 to release
define i32 @f(ptr %pointer) {
  %value = load atomic i32, ptr %pointer acquire, align 4
  ret i32 %value
}
; Near miss: what is seq_cst takes part in one order with all stores
define i32 @f(ptr %pointer) {
  %value = load atomic i32, ptr %pointer seq_cst, align 4
  ret i32 %value
}
