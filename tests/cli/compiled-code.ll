; RUN: ub %s --select UND010,UND020,UND030
; RUN: check %s --select LNT007
;
; What LLVM's passes make is not reported in functions that a compiler optimised. Functions that a compiler made say which
; processor they are for, and those that it did not optimise have `optnone`: there, someone else made the freeze, and so
; it is reported, as in a function that is written by hand. Each function has one freeze that does nothing, and each
; function whose name begins with `stop` has a sum that does nothing before `unreachable`. Compilers without
; optimisation put such sums there too.

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
