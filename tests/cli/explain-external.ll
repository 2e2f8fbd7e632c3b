; RUN: explain %s --of points_to(@main:%data,external)
; RUN: explain %s --of calls(@main:#6,@twice)
; RUN: explain %s --of calls(@main:#6,@thrice)
; RUN: explain %s --of calls(@qsort,@compare)
; RUN: explain %s --of points_to(@table+8,@thrice)
; RUN: explain %s --of reachable(@thrice)
; RUN: explain %s --of escaped(@kept)
; RUN: explain %s --escaped-memory opaque --of opaque(@box)
; RUN: explain %s --escaped-memory opaque --of points_to(@main:%kept,external)
; RUN: points-to %s
; RUN: points-to %s --escaped
; RUN: points-to %s --escaped --format csv --relation escape_root
; FAIL: explain %s --of opaque(@box)
; FAIL: explain %s --of calls(@main:#6,@visit)
; FAIL: explain %s --of calls(@main:#6,@unrelated)
;
; Explanations of external facts: the origin of such pointers, the escape of objects to external code, and calls that
; reach functions that the module has stored in escaped memory.

@box = internal global ptr @kept
@kept = internal global i32 0
@table = internal global [2 x ptr] [ptr @twice, ptr @thrice]
@numbers = internal global [4 x i32] zeroinitializer

declare ptr @fetch()
declare void @keep(ptr)
declare void @qsort(ptr, i64, i64, ptr)

define internal i32 @twice(i32 %x) {
  ret i32 2
}

define internal i32 @thrice(i32 %x) {
  ret i32 3
}

define internal void @visit(ptr %x) {
  ret void
}

define internal i32 @compare(ptr %a, ptr %b) {
  ret i32 0
}

define internal i32 @unrelated(i32 %x) {
  ret i32 4
}

define i32 @main() {
  %unused = call i32 @unrelated(i32 1)
  call void @keep(ptr @table)
  call void @keep(ptr @box)
  %callbacks = call ptr @fetch()
  %slot = getelementptr i8, ptr %callbacks, i64 8
  %callback = load ptr, ptr %slot
  %result = call i32 %callback(i32 2)
  %data = load ptr, ptr %callbacks
  call void @qsort(ptr @numbers, i64 4, i64 4, ptr @compare)
  %kept = load ptr, ptr @box
  %n = load i32, ptr %kept
  ret i32 %n
}
