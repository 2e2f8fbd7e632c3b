; RUN: call-graph %s --format csv --relation call_edge
; RUN: call-graph %s --format csv --relation reachable_function
; RUN: extract %s -o %t --with call-graph
; SHOW: %t/call_edge.csv %t/reachable_function.csv
; RUN: callers %s --of @llvm.memcpy.p0.p0.i64
;
; Calls of intrinsics are not edges of the call graph, neither in the answer nor in the relations. The callers of an
; intrinsic are listed if its name is given.

define i32 @main(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  %x = load i32, ptr %to
  %y = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %z = call i32 @next(i32 %y)
  ret i32 %z
}

define i32 @next(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.abs.i32(i32, i1)
