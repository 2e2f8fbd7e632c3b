; RUN: ub %s --select UND010,UND020,UND030
; RUN: check %s --select LNT007
;
; Findings that LLVM's passes cause are not reported in functions that a compiler optimised. Compiled functions name
; their target processor, and those that were not optimised have `optnone`: there, the freeze does not come from a pass,
; and so it is reported, as in a hand-written function. Each function has one redundant freeze, and each function whose
; name begins with `stop` has an unused sum before `unreachable`. Compilers without optimisation emit such sums as well.

define i1 @by_hand(i1 %condition) {
  br i1 %condition, label %yes, label %no
yes:
  %frozen = freeze i1 %condition
  ret i1 %frozen
no:
  ret i1 false
}

define i1 @optimised(i1 %condition) "target-cpu"="x86-64" {
  br i1 %condition, label %yes, label %no
yes:
  %frozen = freeze i1 %condition
  ret i1 %frozen
no:
  ret i1 false
}

define i1 @unoptimised(i1 %condition) noinline optnone "target-cpu"="x86-64" {
  br i1 %condition, label %yes, label %no
yes:
  %frozen = freeze i1 %condition
  ret i1 %frozen
no:
  ret i1 false
}

define void @stop_by_hand(i32 %value) {
  %sum = add i32 %value, 1
  unreachable
}

define void @stop_optimised(i32 %value) "target-cpu"="x86-64" {
  %sum = add i32 %value, 1
  unreachable
}

define void @stop_unoptimised(i32 %value) noinline optnone "target-cpu"="x86-64" {
  %sum = add i32 %value, 1
  unreachable
}
