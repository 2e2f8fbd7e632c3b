; Broken: set ordering of @f:#0 to acquire
define void @f(ptr %pointer) {
  store atomic i32 0, ptr %pointer release, align 4
  ret void
}
; Near miss: a `seq_cst` store is in one total order with all `seq_cst` loads
define void @f(ptr %pointer) {
  store atomic i32 0, ptr %pointer seq_cst, align 4
  ret void
}
