; Broken: a whole structure at a time
define { i32 } @f(ptr %pointer) {
  %value = load atomic { i32 }, ptr %pointer monotonic, align 4
  ret { i32 } %value
}
; Near miss: a vector at a time
define <2 x i32> @f(ptr %pointer) {
  %value = load atomic <2 x i32>, ptr %pointer monotonic, align 8
  ret <2 x i32> %value
}
