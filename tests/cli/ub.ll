; FIND: ub %s
; FIND: ub %s --explain --select branch-on-undefined
; FIND: ub %s --format json --select undefined-division
; RUN: ub %s --of %condition
; RUN: ub %s --of @branch:%condition --format json
; RUN: ub %s --of @select:%chosen --select-semantics arithmetic
; RUN: ub %s --of @read:%loaded --semantics value-wise
; RUN: ub %s --of @read:%loaded --points-to
; RUN: extract %s -o %t --with undefined-behavior
; SHOW: %t/may_be_poison.csv %t/may_be_undef.csv %t/well_defined.csv %t/immediate_ub.csv
; FAIL: ub %s --of @branch:%nothing
; FAIL: ub %s --of %condition --format sarif
; FAIL: ub %s --models nowhere.toml
;
; Undefined behaviour is a finding at level deny; the results about a value are reported separately.

define i32 @branch(i32 %value) {
  %shifted = shl i32 %value, 32
  %condition = icmp eq i32 %shifted, 0
  br i1 %condition, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

define i32 @divide(i32 noundef %value, i32 %divisor) {
  %frozen = freeze i32 %value
  %one = udiv i32 %frozen, %divisor
  %other = udiv i32 %one, 0
  ret i32 %other
}

define i32 @select(i1 noundef %condition, i32 noundef %value) {
  %next = add nsw i32 %value, 1
  %chosen = select i1 true, i32 %value, i32 %next
  ret i32 %chosen
}

define i32 @read() {
  %variable = alloca i32
  %loaded = load i32, ptr %variable
  ret i32 %loaded
}
