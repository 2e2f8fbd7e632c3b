; Broken: a function is no block
define void @f() {
entry:
  indirectbr ptr @f, [label %end]
end:
  ret void
}
; Near miss: the address comes from elsewhere
define void @f(ptr %address) {
entry:
  indirectbr ptr %address, [label %end]
end:
  ret void
}
