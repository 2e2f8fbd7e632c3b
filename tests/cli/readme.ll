; RUN: extract %s -o %t --only memory
; SHOW: %t/store_instruction.csv
;
; A test of the command is a file like this one. The comments at its start are the steps, in order:
;
; - `RUN` runs irlog, which must succeed (exit status 0).
; - `FIND` runs irlog, which must report findings in its input (exit status 1).
; - `FAIL` runs irlog, which must fail (exit status 2) and leave no file behind.
; - `EDIT` takes a file and replaces its line, the first argument, by the second.
; - `SHOW` adds the contents of files to the output.
;
; `%s` is this file, and `%t` a path at which nothing exists yet. The combined output of all steps must equal the files
; beside this one, `readme.ll.stdout` and `readme.ll.stderr`; a missing file means no output.
; `BLESS=1 cargo test --test cli` rewrites them. They are expectations: read the changes, and justify them, before you
; commit.

define void @set(ptr %place) {
  store i32 7, ptr %place, align 4
  ret void
}
