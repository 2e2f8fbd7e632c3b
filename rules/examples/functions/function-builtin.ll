; Broken: add builtin to @allocate
declare ptr @allocate(i64) nobuiltin
; Near miss: a call site overrides `nobuiltin` of the function
declare ptr @allocate(i64) nobuiltin

define void @f() {
  %p = call ptr @allocate(i64 8) builtin
  ret void
}
