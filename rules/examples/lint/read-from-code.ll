; Broken: this reads the machine code of the function
define i8 @f() {
  %byte = load i8, ptr @f
  ret i8 %byte
}
; Near miss: this reads a pointer to a function
@pointer = global ptr @f
define ptr @f() {
  %function = load ptr, ptr @pointer
  ret ptr %function
}
