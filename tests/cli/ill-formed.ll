; RUN: extract %s -o %t
; SHOW: %t/phi_incoming.csv %t/instruction_operand.csv
;
; LLVM's verifier rejects this module: the phi has no value for %right, and %late is used before its definition. It is
; extracted unchanged.

define i32 @odd(i1 %condition) {
entry:
  br i1 %condition, label %left, label %right

left:
  %early = add i32 %late, 1
  br label %end

right:
  br label %end

end:
  %value = phi i32 [ %early, %left ]
  %late = add i32 %value, 1
  ret i32 %late
}
