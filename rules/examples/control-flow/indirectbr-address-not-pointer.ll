; Broken: set operand 0 of @f:#0 to @f:%a
define void @f(ptr %p, i64 %a) {
entry:
  indirectbr ptr %p, [ label %end ]

end:
  ret void
}
; Near miss: the number is converted to an address
define void @f(ptr %p, i64 %a) {
entry:
  %address = inttoptr i64 %a to ptr
  indirectbr ptr %address, [ label %end ]

end:
  ret void
}
