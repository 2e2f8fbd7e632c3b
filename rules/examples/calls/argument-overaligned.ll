; Broken: a vector of 2^33 bytes is aligned to 2^33 bytes
define void @f(ptr %p) {
  call void %p(<1073741824 x i64> poison)
  ret void
}
; Near miss: one of 2^32 bytes
define void @f(ptr %p) {
  call void %p(<536870912 x i64> poison)
  ret void
}
