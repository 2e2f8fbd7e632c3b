; Broken: the pointer is used even if it is null
declare void @report()
define i32 @f(ptr noundef %p) {
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %yes, label %join
yes:
  call void @report()
  br label %join
join:
  %value = load i32, ptr %p
  ret i32 %value
}
; Near miss: control does not continue if it is null
declare void @abort() noreturn
define i32 @f(ptr noundef %p) {
  %is.null = icmp eq ptr %p, null
  br i1 %is.null, label %yes, label %join
yes:
  call void @abort()
  unreachable
join:
  %value = load i32, ptr %p
  ret i32 %value
}
