; Broken: -1 marks something, and is no address
define i32 @f() {
  %value = load i32, ptr inttoptr (i64 -1 to ptr)
  ret i32 %value
}
; Near miss: a register of some device
define i32 @f() {
  %value = load volatile i32, ptr inttoptr (i64 4096 to ptr)
  ret i32 %value
}
