; Broken: move @f:#1 before @f:#0
define void @f(ptr %p) {
entry:
  store i32 0, ptr %p
  br label %end

end:
  ret void
}
; Near miss: the other instructions are in another block
define void @f(ptr %p) {
entry:
  br label %end

end:
  store i32 0, ptr %p
  ret void
}
