; Broken: a structure
define { i32 } @f(ptr %pointer) {
  %value = load atomic { i32 }, ptr %pointer monotonic, align 4
  ret { i32 } %value
}
; Near miss: a vector
define <2 x i32> @f(ptr %pointer) {
  %value = load atomic <2 x i32>, ptr %pointer monotonic, align 8
  ret <2 x i32> %value
}
