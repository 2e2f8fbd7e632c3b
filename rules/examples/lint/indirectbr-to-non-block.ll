; Broken: a function is not a block
define void @f() {
entry:
  indirectbr ptr @f, [label %end]
end:
  ret void
}
; Near miss: the address is unknown
define void @f(ptr %address) {
entry:
  indirectbr ptr %address, [label %end]
end:
  ret void
}
