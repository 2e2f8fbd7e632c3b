; Broken: an alloca precedes it
declare i32 @llvm.callbr.landingpad.i32(i32)
define i32 @f() {
  %x = callbr i32 asm "# $0 $1", "=r,!i"() to label %next [label %target]
next:
  ret i32 %x
target:
  %room = alloca i32
  %output = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret i32 %output
}
; Near miss: an alloca follows it
declare i32 @llvm.callbr.landingpad.i32(i32)
define i32 @f() {
  %x = callbr i32 asm "# $0 $1", "=r,!i"() to label %next [label %target]
next:
  ret i32 %x
target:
  %output = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  %room = alloca i32
  ret i32 %output
}
