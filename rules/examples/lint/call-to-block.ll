; Broken: a block is not a function
define void @f() {
entry:
  call void blockaddress(@f, %end)()
  br label %end
end:
  ret void
}
; Near miss: the address is used for a branch
define void @f() {
entry:
  indirectbr ptr blockaddress(@f, %end), [label %end]
end:
  ret void
}
