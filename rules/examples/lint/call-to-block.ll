; Broken: a block is no function
define void @f() {
entry:
  call void blockaddress(@f, %end)()
  br label %end
end:
  ret void
}
; Near miss: to branch there is what the address is for
define void @f() {
entry:
  indirectbr ptr blockaddress(@f, %end), [label %end]
end:
  ret void
}
