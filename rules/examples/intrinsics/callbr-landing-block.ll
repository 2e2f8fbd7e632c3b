; Broken: another block goes to the target as well
declare i32 @llvm.callbr.landingpad.i32(i32)
define i32 @f() {
  %x = callbr i32 asm "# $0 $1", "=r,!i"() to label %next [label %target]
next:
  br label %target
target:
  %output = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret i32 %output
}
; Near miss: only the assembly goes there
declare i32 @llvm.callbr.landingpad.i32(i32)
define i32 @f() {
  %x = callbr i32 asm "# $0 $1", "=r,!i"() to label %next [label %target]
next:
  ret i32 %x
target:
  %output = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret i32 %output
}
