; Broken: add builtin to @allocate
declare ptr @allocate(i64) nobuiltin
; Near miss: a call takes back what the function says
declare ptr @allocate(i64) nobuiltin

define void @f() {
  %p = call ptr @allocate(i64 8) builtin
  ret void
}
