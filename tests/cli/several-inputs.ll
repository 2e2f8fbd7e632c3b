; RUN: points-to %s inputs/linked/release.ll --of @kept
; RUN: alias inputs/linked/release.ll %s --of @keep:%given --of @main:%variable
; RUN: call-graph %s inputs/linked/release.ll
; RUN: callers %s inputs/linked/release.ll --of @callback --of @keep
; RUN: explain %s inputs/linked/release.ll --of points_to(@kept,@main:%variable)
; RUN: bit-fields %s inputs/linked/release.ll
; FAIL: points-to %s @kept
; FAIL: points-to %s @kept main:x(y)
; FAIL: alias %s inputs/linked/release.ll @kept @main:%variable
; FAIL: callers %s free
; FAIL: explain %s inputs/linked/release.ll points_to(@kept,@main:%variable)
; FAIL: alias %s --of @main:%variable
; FAIL: alias %s
; FAIL: callers %s
; FAIL: explain %s
; FAIL: points-to missing.bc @kept
;
; Commands that ask link their inputs first: what @main gives away here, @keep keeps in the other module. What is asked
; about is named by --of, and a name in the place of an input is told so.
declare void @keep(ptr)
declare void @run(ptr)
declare i8 @low(ptr)

define internal void @callback() {
  ret void
}

define i32 @main() {
  %variable = alloca i32
  call void @keep(ptr %variable)
  call void @run(ptr @callback)
  %bits = call i8 @low(ptr %variable)
  ret i32 0
}
