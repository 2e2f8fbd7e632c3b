; Broken: the memory is freed on one path
declare ptr @malloc(i64)
declare void @free(ptr)
define i32 @f(i1 noundef %c) {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  br i1 %c, label %yes, label %join
yes:
  call void @free(ptr %p)
  br label %join
join:
  %value = load i32, ptr %p
  ret i32 %value
}
; Near miss: this path does not continue to the load
declare ptr @malloc(i64)
declare void @free(ptr)
define i32 @f(i1 noundef %c) {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  br i1 %c, label %yes, label %join
yes:
  call void @free(ptr %p)
  br label %join
join:
  %not = xor i1 %c, true
  br i1 %not, label %access, label %done
access:
  %value = load i32, ptr %p
  ret i32 %value
done:
  ret i32 0
}
