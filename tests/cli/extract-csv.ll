; RUN: extract %s -o %t
; SHOW: %t/module.csv %t/integer_type.csv %t/value_name.csv %t/constant_integer.csv
; SHOW: %t/function.csv %t/function_attribute.csv %t/block.csv %t/block_successor.csv
; SHOW: %t/instruction.csv %t/instruction_operand.csv %t/instruction_flag.csv
; SHOW: %t/comparison_instruction.csv %t/phi_incoming.csv %t/resume_instruction.csv
;
; A module as CSV. Ids are those that llvm-dis prints; those that contain commas, quotes or line breaks are quoted as in
; RFC 4180. A relation without rows has a file with only a header.

source_filename = "a \22quoted\22, name.c"
target triple = "x86_64-unknown-linux-gnu"

define i32 @sum(i32 %count) nounwind {
entry:
  %positive = icmp sgt i32 %count, 0
  br i1 %positive, label %loop, label %"the, end"

loop:
  %index = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %new, %loop ]
  %new = add nuw nsw i32 %total, %index
  %next = add i32 %index, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %"the, end"

"the, end":
  %0 = phi i32 [ 0, %entry ], [ %new, %loop ]
  ret i32 %0
}
