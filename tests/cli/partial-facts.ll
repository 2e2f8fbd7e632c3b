; RUN: extract %s -o %t --only calls,memory
; FAIL: summary %t
;
; A query that needs all relations fails if some are missing.

define void @nothing() {
  ret void
}
