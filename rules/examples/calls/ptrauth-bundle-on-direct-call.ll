; Broken: the callee is known
declare void @g()

define void @f() {
  call void @g() [ "ptrauth"(i32 0, i64 42) ]
  ret void
}
; Near miss: it is loaded from memory
define void @f(ptr %table) {
  %g = load ptr, ptr %table
  call void %g() [ "ptrauth"(i32 0, i64 42) ]
  ret void
}
