; Broken: on one path, the address of a variable is freed
declare void @free(ptr)
define void @f(i1 noundef %c, ptr noundef %p) {
  %x = alloca i32
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %address = phi ptr [ %x, %yes ], [ %p, %0 ]
  call void @free(ptr %address)
  ret void
}
; Near miss: on this path, it is null
declare void @free(ptr)
define void @f(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %address = phi ptr [ null, %yes ], [ %p, %0 ]
  call void @free(ptr %address)
  ret void
}
