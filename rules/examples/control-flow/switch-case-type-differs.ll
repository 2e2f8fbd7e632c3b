; Broken: set operand 0 of @f:#0 to @f:%b
define void @f(i32 %a, i64 %b) {
entry:
  switch i32 %a, label %end [ i32 7, label %seven ]

seven:
  br label %end

end:
  ret void
}
; Near miss: condition and case have 64 bits
define void @f(i32 %a, i64 %b) {
entry:
  switch i64 %b, label %end [ i64 7, label %seven ]

seven:
  br label %end

end:
  ret void
}
