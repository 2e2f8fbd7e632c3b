; RUN: extract %s -o %t
; EDIT: %t/instruction_operand.csv @mean:#0,1,@mean:%one @mean:#0,1,@mean:%wide
; EDIT: %t/binary_instruction.csv @mean:#0,add,@mean:%one,@mean:%one @mean:#0,add,@mean:%one,@mean:%wide
; EDIT: %t/instruction_operand.csv @mean:#1,0,@mean:%both @mean:#1,0,@mean:%real
; EDIT: %t/binary_instruction.csv @mean:#1,lshr,@mean:%both,@mean:%one @mean:#1,lshr,@mean:%real,@mean:%one
; FIND: check %t --select TYP001,TYP002,binary-not-integer
; FIND: check %t --select TYP001,TYP002,TYP003 --max-findings 1
; FIND: check %t --select TYP001,TYP002,TYP003 --ignore TYP002 --level typ001=warn
; RUN: check %t --select TYP001,TYP002,TYP003 --level types=warn --max-findings 1
; RUN: check %t --select TYP001 --level TYP001=allow
; FIND: check %t --select binary-not-integer --format json
; FIND: check %t --config inputs/settings.toml
; FIND: check %t --config inputs/settings.toml --select TYP002 --level TYP002=deny --format github
;
; The parser would reject the invalid instructions. So the test changes the facts of a well-formed module.

define i32 @mean(i32 %one, i64 %wide, float %real) {
  %both = add i32 %one, %one
  %half = lshr exact i32 %both, %one
  ret i32 %half
}
