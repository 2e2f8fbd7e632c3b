; Broken: set ordering of @f:#0 to unordered
define void @f(ptr %pointer, i32 %value) {
  %before = atomicrmw add ptr %pointer, i32 %value monotonic
  ret void
}
; Near miss: a load can be unordered
define i32 @f(ptr %pointer) {
  %value = load atomic i32, ptr %pointer unordered, align 4
  ret i32 %value
}
