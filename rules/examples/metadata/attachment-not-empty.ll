; Broken: `!nonnull` does not have operands
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !nonnull !0
  ret ptr %loaded
}
!0 = !{i1 true}
; Near miss: it is empty
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !nonnull !0
  ret ptr %loaded
}
!0 = !{}
