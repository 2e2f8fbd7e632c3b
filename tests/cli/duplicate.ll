; FAIL: extract %s %s -o %t
;
; Linking goes wrong where linkers do.

define void @once() {
  ret void
}
