; Broken: floating-point numbers that are equal can have different bits
define void @f(ptr %pointer, float %old, float %new) {
  %found = cmpxchg ptr %pointer, float %old, float %new seq_cst seq_cst
  ret void
}
; Near miss: pointers are allowed
define void @f(ptr %pointer, ptr %old, ptr %new) {
  %found = cmpxchg ptr %pointer, ptr %old, ptr %new seq_cst seq_cst
  ret void
}
