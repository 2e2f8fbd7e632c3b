; Broken: -1 is a sentinel, not an address
define i32 @f() {
  %value = load i32, ptr inttoptr (i64 -1 to ptr)
  ret i32 %value
}
; Near miss: a device register
define i32 @f() {
  %value = load volatile i32, ptr inttoptr (i64 4096 to ptr)
  ret i32 %value
}
