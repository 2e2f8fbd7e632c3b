; Broken: the type identifier does not have 32 bits
define void @f(ptr %p) {
  call void %p() [ "kcfi"(i64 42) ]
  ret void
}
; Near miss: it has 32 bits
define void @f(ptr %p) {
  call void %p() [ "kcfi"(i32 42) ]
  ret void
}
