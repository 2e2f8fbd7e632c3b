; Broken: the index may be 4
define i32 @f(i1 noundef %c) {
  %numbers = alloca [4 x i32]
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %index = phi i64 [ 4, %yes ], [ 3, %0 ]
  %address = getelementptr i32, ptr %numbers, i64 %index
  store i32 1, ptr %address
  ret i32 0
}
; Near miss: if it is 4, nothing is stored
define i32 @f(i1 noundef %c) {
  %numbers = alloca [4 x i32]
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %index = phi i64 [ 4, %yes ], [ 3, %0 ]
  %is.valid = icmp ult i64 %index, 4
  br i1 %is.valid, label %access, label %done
access:
  %address = getelementptr i32, ptr %numbers, i64 %index
  store i32 1, ptr %address
  ret i32 0
done:
  ret i32 0
}
