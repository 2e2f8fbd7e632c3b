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
; Queries link their inputs first: the address that escapes in @main here is kept by @keep in the other module. --of
; names the subject of a query; an error explains this if the name is given in place of an input.
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
