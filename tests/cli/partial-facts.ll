; RUN: extract %s -o %t --only calls,memory
; FAIL: summary %t
;
; An answer that needs all relations is not made from a part of them.

define void @nothing() {
  ret void
}
