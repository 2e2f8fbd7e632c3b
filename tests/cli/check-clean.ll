; RUN: check %s --select binary-operands-differ
; RUN: check %s --select binary-operands-differ --format json
; RUN: check %s --select binary-operands-differ --format github
;
; Nothing is wrong with this module.

define i32 @increment(i32 %number) {
  %sum = add i32 %number, 1
  ret i32 %sum
}
