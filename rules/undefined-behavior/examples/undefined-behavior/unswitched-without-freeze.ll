; Broken: if %count is 0, the original loop did not test %which
declare void @one()
declare void @other()
define void @f(i32 noundef %count, i1 %which) {
entry:
  br i1 %which, label %first, label %second
first:
  %i = phi i32 [ 0, %entry ], [ %next, %first.body ]
  %goes = icmp ult i32 %i, %count
  br i1 %goes, label %first.body, label %exit
first.body:
  call void @one()
  %next = add i32 %i, 1
  br label %first
second:
  %j = phi i32 [ 0, %entry ], [ %following, %second.body ]
  %runs = icmp ult i32 %j, %count
  br i1 %runs, label %second.body, label %exit
second.body:
  call void @other()
  %following = add i32 %j, 1
  br label %second
exit:
  ret void
}
; Near miss: the condition is frozen
declare void @one()
declare void @other()
define void @f(i32 noundef %count, i1 %which) {
entry:
  %frozen = freeze i1 %which
  br i1 %frozen, label %first, label %second
first:
  %i = phi i32 [ 0, %entry ], [ %next, %first.body ]
  %goes = icmp ult i32 %i, %count
  br i1 %goes, label %first.body, label %exit
first.body:
  call void @one()
  %next = add i32 %i, 1
  br label %first
second:
  %j = phi i32 [ 0, %entry ], [ %following, %second.body ]
  %runs = icmp ult i32 %j, %count
  br i1 %runs, label %second.body, label %exit
second.body:
  call void @other()
  %following = add i32 %j, 1
  br label %second
exit:
  ret void
}
; A pass moved this branch, and proved that it is correct.
define void @compiled(i32 noundef %count, i1 %which) "target-cpu"="x86-64" {
entry:
  br i1 %which, label %first, label %second
first:
  %i = phi i32 [ 0, %entry ], [ %next, %first.body ]
  %goes = icmp ult i32 %i, %count
  br i1 %goes, label %first.body, label %exit
first.body:
  call void @one()
  %next = add i32 %i, 1
  br label %first
second:
  %j = phi i32 [ 0, %entry ], [ %following, %second.body ]
  %runs = icmp ult i32 %j, %count
  br i1 %runs, label %second.body, label %exit
second.body:
  call void @other()
  %following = add i32 %j, 1
  br label %second
exit:
  ret void
}
