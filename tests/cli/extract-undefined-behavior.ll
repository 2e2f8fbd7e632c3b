; RUN: extract %s -o %t --with undefined-behavior
; SHOW: %t/immediate_ub.csv %t/may_be_poison.csv %t/may_be_undef.csv
; RUN: extract %s -o %t-value-wise --with undefined-behavior --semantics value-wise
; SHOW: %t-value-wise/may_be_poison.csv %t-value-wise/may_be_undef.csv
; RUN: extract %s -o %t-select --with undefined-behavior --select-semantics ub-conditional
; SHOW: %t-select/immediate_ub.csv
; RUN: extract %s -o %t-points-to --with undefined-behavior,call-graph --points-to --roots @heap
; SHOW: %t-points-to/may_be_poison.csv %t-points-to/may_be_undef.csv
; FAIL: extract %s -o %t-other --semantics value-wise
; FAIL: extract %s -o %t-other --with points-to --select-semantics arithmetic
; FAIL: extract %s -o %t-other --with call-graph --points-to
; FAIL: extract %s -o %t-other --with undefined-behavior --roots @heap
; FAIL: extract %s -o %t-other --with undefined-behavior --semantics llvm-ir
;
; The options of `irlog ub` that change the results also change the relations:
; - the result of @variable is undef, and poison where there is no undef;
; - the decision of @select on poison is undefined behaviour only in one column of the table;
; - the load in @heap may read any value; with points-to, it reads the stored value, which may be poison because of its
;   `nsw`, or the initial content of memory from malloc: it is undef because it may be uninitialised, no longer for an
;   unknown reason.

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)

define i32 @variable() {
  %place = alloca i32
  %loaded = load i32, ptr %place
  ret i32 %loaded
}

define i32 @select(i32 noundef %one, i32 noundef %other) {
  %chosen = select i1 poison, i32 %one, i32 %other
  ret i32 %chosen
}

define i32 @heap(i32 noundef %value) {
  %place = call ptr @malloc(i64 4)
  %sum = add nsw i32 %value, 1
  call void @fill(ptr %place, i32 %sum)
  %loaded = load i32, ptr %place
  ret i32 %loaded
}

define internal void @fill(ptr noundef %place, i32 %value) {
  store i32 %value, ptr %place
  ret void
}
