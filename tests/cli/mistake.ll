; FAIL: extract %s -o %t
; FAIL: summary %s
;
; An error shows the line.

define void @f() {
  ret i32 0
}
