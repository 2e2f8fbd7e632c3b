; Broken: two deoptimisation states
declare void @g()

define void @f(i32 %x) {
  call void @g() [ "deopt"(i32 %x), "deopt"() ]
  ret void
}
; Near miss: the second bundle is of a kind that LLVM does not know
declare void @g()

define void @f(i32 %x) {
  call void @g() [ "deopt"(i32 %x), "mine"(), "mine"() ]
  ret void
}
