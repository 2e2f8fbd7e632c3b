; Broken: an integer cannot be `!nonnull`
define i32 @f(ptr %p) {
  %loaded = load i32, ptr %p, !nonnull !0
  ret i32 %loaded
}
!0 = !{}
; Near miss: a pointer can
define ptr @f(ptr %p) {
  %loaded = load ptr, ptr %p, !nonnull !0
  ret ptr %loaded
}
!0 = !{}
