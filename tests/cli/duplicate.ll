; FAIL: extract %s %s -o %t
;
; Linking fails in the same cases as with linkers.

define void @once() {
  ret void
}
