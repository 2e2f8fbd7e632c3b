; RUN: call-graph %s
; RUN: call-graph %s --format csv --relation call_edge
; RUN: callers %s --of release
;
; In a library, external code can access all visible functions, and may pass any of them: those that take a pointer or a
; number of its size, and those without parameters. The callees of an intrinsic are not reported.

define void @each(ptr %callback) {
  %local = alloca ptr
  call void @llvm.lifetime.start.p0(i64 8, ptr %local)
  call void %callback(ptr %local)
  ret void
}

define void @release(ptr %pointer) {
  ret void
}

define i32 @count(i64 %number) {
  ret i32 0
}

define void @nothing() {
  ret void
}

define void @small(i32 %number) {
  ret void
}

define void @two(ptr %pointer, ptr %other) {
  ret void
}

define internal void @hidden(ptr %pointer) {
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
