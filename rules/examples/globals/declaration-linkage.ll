; Broken: a function without a body cannot be internal.
; Broken: set linkage of @helper to internal
declare void @helper()

define void @f() {
  call void @helper()
  ret void
}

; Near miss: an external symbol may be weak.
declare extern_weak void @helper()

define void @f() {
  call void @helper()
  ret void
}
