; Broken: the key is not a constant
define void @f(ptr %p, i32 %key) {
  call void %p() [ "ptrauth"(i32 %key, i64 42) ]
  ret void
}
; Near miss: only the discriminator is not a constant
define void @f(ptr %p, i64 %discriminator) {
  call void %p() [ "ptrauth"(i32 0, i64 %discriminator) ]
  ret void
}
