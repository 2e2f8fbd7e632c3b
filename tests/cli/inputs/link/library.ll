define i32 @used() {
  ret i32 1
}

define i32 @unused() {
  ret i32 2
}
