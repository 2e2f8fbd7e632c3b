; Broken: the pointer is null if the condition is false
define i32 @f(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %q = phi ptr [ %p, %yes ], [ null, %0 ]
  %value = load i32, ptr %q
  ret i32 %value
}
; Near miss: the load is only reached if the condition is true
define i32 @f(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %q = phi ptr [ %p, %yes ], [ null, %0 ]
  br i1 %c, label %access, label %done
access:
  %value = load i32, ptr %q
  ret i32 %value
done:
  ret i32 0
}
