; RUN: extract %s -o %t --ids numeric --only functions,instructions,control-flow
; SHOW: %t/block_terminator.csv %t/block_symbol.csv %t/function_symbol.csv
; SHOW: %t/instruction_symbol.csv
;
; Ids as numbers, and the relations that map each number to a readable id. Functions, blocks and instructions are
; numbered in module order.

define i8 @first(ptr %place) {
  %old = load i8, ptr %place, align 1
  ret i8 %old
}

declare void @second()

define i16 @third(ptr %place) {
entry:
  call void @second()
  %old = load i16, ptr %place, align 2
  ret i16 %old
}
