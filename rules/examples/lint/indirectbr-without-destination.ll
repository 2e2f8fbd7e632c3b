; Broken: wherever the address leads, it is not in the list
define void @f(ptr %address) {
  indirectbr ptr %address, []
}
; Near miss: one destination will do
define void @f(ptr %address) {
  indirectbr ptr %address, [label %end]
end:
  ret void
}
