; Broken: a negative size
declare ptr @llvm.invariant.start.p0(i64, ptr)
define void @f(ptr %p) {
  %mark = call ptr @llvm.invariant.start.p0(i64 -2, ptr %p)
  ret void
}
; Near miss: of any size
declare ptr @llvm.invariant.start.p0(i64, ptr)
define void @f(ptr %p) {
  %mark = call ptr @llvm.invariant.start.p0(i64 -1, ptr %p)
  ret void
}
