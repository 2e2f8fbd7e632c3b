; RUN: call-graph %s --escaped-memory opaque --format csv --relation call_edge
; RUN: call-graph %s --escaped-memory opaque
;
; Both tables have escaped to external code, which may have changed them, so their contents are opaque. The module
; itself stores @close, @shut and @count at offset 8 of a table. The call has the type of @close and @shut, which are
; its indirect callees. External code may have stored @open, which is at another offset, and @count, which has another
; type. The argument of @pass is @close or @shut as well.

%operations = type { ptr, ptr }

@first = global %operations { ptr @open, ptr @close }
@second = global %operations zeroinitializer

declare ptr @find()

define i32 @main() {
  store ptr @shut, ptr getelementptr inbounds (%operations, ptr @second, i64 0, i32 1)
  %counting = call ptr @find()
  %counter = getelementptr inbounds %operations, ptr %counting, i64 0, i32 1
  store ptr @count, ptr %counter
  %kept = alloca ptr
  %operations = call ptr @find()
  %slot = getelementptr inbounds %operations, ptr %operations, i64 0, i32 1
  %loaded = load ptr, ptr %slot
  store ptr %loaded, ptr %kept
  %callee = load ptr, ptr %kept
  call void %callee(ptr null)
  call void @pass(ptr %callee)
  ret i32 0
}

define internal void @pass(ptr %callback) {
  call void %callback(ptr null)
  ret void
}

define internal void @open(ptr %file) {
  ret void
}

define internal void @close(ptr %file) {
  ret void
}

define internal void @shut(ptr %file) {
  ret void
}

define internal i32 @count(ptr %file) {
  ret i32 0
}
