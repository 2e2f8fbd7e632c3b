; Broken: an i32 is not a ptr
declare ptr @g(...)

define void @f(i32 %x) {
  call ptr (...) @g(i32 returned %x)
  ret void
}
; Near miss: a vector is cast to one with the same number of bits
declare <2 x i32> @g(...)

define void @f(<4 x half> %x) {
  call <2 x i32> (...) @g(<4 x half> returned %x)
  ret void
}
