; Broken: @g is not speculatable
declare i32 @g()

define i32 @f() {
  %x = call i32 @g() speculatable
  ret i32 %x
}
; Near miss: @g is speculatable
declare i32 @g() speculatable

define i32 @f() {
  %x = call i32 @g() speculatable
  ret i32 %x
}
