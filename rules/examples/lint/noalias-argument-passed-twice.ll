; Broken: `@g` may assume that its arguments do not alias
declare void @g(ptr noalias, ptr)
define void @f(ptr %place) {
  call void @g(ptr %place, ptr %place)
  ret void
}
; Near miss: null does not point to memory
declare void @g(ptr noalias, ptr)
define void @f() {
  call void @g(ptr null, ptr null)
  ret void
}
