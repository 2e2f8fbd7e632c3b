; Broken: set operand 1 of @f:#0 to @f:%float
define void @f(ptr %pointer, i32 %value, float %float) {
  %before = atomicrmw add ptr %pointer, i32 %value monotonic
  ret void
}
; Near miss: floating-point operations, also on vectors
define void @f(ptr %pointer, float %float, <2 x half> %halves) {
  %before = atomicrmw fadd ptr %pointer, float %float monotonic
  %other = atomicrmw fadd ptr %pointer, <2 x half> %halves monotonic
  %swapped = atomicrmw xchg ptr %pointer, ptr null monotonic
  ret void
}
