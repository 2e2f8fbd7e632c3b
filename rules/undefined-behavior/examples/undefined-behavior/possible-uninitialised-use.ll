; Broken: nothing is stored if the number is 7
declare void @g()
define void @f(i32 noundef %n) {
  %x = alloca i1
  %is.seven = icmp eq i32 %n, 7
  br i1 %is.seven, label %join, label %set
set:
  store i1 true, ptr %x
  br label %join
join:
  %value = load i1, ptr %x
  br i1 %value, label %yes, label %no
yes:
  call void @g()
  ret void
no:
  ret void
}
; Near miss: the memory is not read if the number is 7
declare void @g()
define void @f(i32 noundef %n) {
  %x = alloca i1
  %is.seven = icmp eq i32 %n, 7
  br i1 %is.seven, label %join, label %set
set:
  store i1 true, ptr %x
  br label %join
join:
  call void @g()
  %differs = icmp ne i32 %n, 7
  br i1 %differs, label %use, label %no
use:
  %value = load i1, ptr %x
  br i1 %value, label %yes, label %no
yes:
  call void @g()
  ret void
no:
  ret void
}
