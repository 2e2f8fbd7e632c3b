; FAIL: extract %s -o %t
; FAIL: summary %s
;
; An error names the line.

define void @f() {
  ret i32 0
}
