; Broken: no address is in an empty list
define void @f(ptr %address) {
  indirectbr ptr %address, []
}
; Near miss: one destination is enough
define void @f(ptr %address) {
  indirectbr ptr %address, [label %end]
end:
  ret void
}
