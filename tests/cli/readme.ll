; RUN: extract %s -o %t --only memory
; SHOW: %t/store_instruction.csv
;
; A test of the command is a file like this one. The comments at its start say what happens, one
; step after the other:
;
; - `RUN` runs irlog, which must succeed (exit status 0).
; - `FIND` runs irlog, which must find something wrong with its input (exit status 1).
; - `FAIL` runs irlog, which must fail (exit status 2) and leave no file behind.
; - `EDIT` takes a file and replaces its line, the first word, by the second.
; - `SHOW` makes the content of files part of the output.
;
; `%s` is this file, and `%t` a path where nothing is yet. Whatever all steps together print must be
; what the files beside this one hold, `readme.ll.stdout` and `readme.ll.stderr`; without such a file
; nothing may be printed. `BLESS=1 cargo test --test cli` writes them anew. They are expectations:
; read what changed, and say why it is right, before you commit it.

define void @set(ptr %place) {
  store i32 7, ptr %place, align 4
  ret void
}
