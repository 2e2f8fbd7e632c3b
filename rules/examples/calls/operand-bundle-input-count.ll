; Broken: the discriminator is missing
define void @f(ptr %p) {
  call void %p() [ "ptrauth"(i32 0) ]
  ret void
}
; Near miss: it is present
define void @f(ptr %p) {
  call void %p() [ "ptrauth"(i32 0, i64 42) ]
  ret void
}
