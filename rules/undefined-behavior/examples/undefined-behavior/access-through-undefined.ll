; Broken: there is nothing at address 0
define i32 @f() {
  %value = load i32, ptr null
  ret i32 %value
}
; Near miss: in this function, something may
define i32 @f() null_pointer_is_valid {
  %value = load i32, ptr null
  ret i32 %value
}
