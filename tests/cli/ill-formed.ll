; RUN: extract %s -o %t
; SHOW: %t/phi_incoming.csv %t/instruction_operand.csv
;
; LLVM's verifier refuses this module: the phi knows nothing of %right, and %late is used before it
; is computed. It comes through as it is.

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
