; RUN: extract %s -o %t --format souffle --only constants,calls,module
; SHOW: %t/module.facts %t/constant_bytes.facts %t/call_instruction.facts %t/call_argument.facts
; SHOW: %t/tail_call.facts
;
; Files for Soufflé have no header and no quotes. Texts are escaped, so that tabs, line breaks and other special bytes
; do not confuse Soufflé's reader; the text of an empty cell is empty.

@message = private constant [9 x i8] c"tab\09\\\0A\FF\00!"

declare i32 @printf(ptr, ...)

define fastcc void @hello() {
  %written = tail call i32 (ptr, ...) @printf(ptr @message, i32 -1)
  ret void
}
