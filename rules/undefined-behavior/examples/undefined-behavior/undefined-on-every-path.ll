; Broken: both paths access memory through null
define void @f(i1 noundef %c) {
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr null
  ret void
no:
  %value = load i32, ptr null
  ret void
}
; Near miss: one path returns
define void @f(i1 noundef %c) {
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  ret void
}
