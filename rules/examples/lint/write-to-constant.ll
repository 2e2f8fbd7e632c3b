; Broken: the table is in read-only memory
@table = constant [2 x i32] [i32 1, i32 2]
define void @f() {
  store i32 3, ptr getelementptr ([2 x i32], ptr @table, i64 0, i64 1)
  ret void
}
; Near miss: the table is a variable
@table = global [2 x i32] [i32 1, i32 2]
define void @f() {
  store i32 3, ptr getelementptr ([2 x i32], ptr @table, i64 0, i64 1)
  ret void
}
