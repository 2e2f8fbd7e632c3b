; Broken: an ordinary call also unwinds to the pad
declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @personality(...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
define void @f(ptr addrspace(1) %object) gc "statepoint-example" personality ptr @personality {
  invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %object) ]
          to label %normal unwind label %pad

normal:
  invoke void @callee()
          to label %end unwind label %pad

end:
  ret void

pad:
  %caught = landingpad token
          cleanup
  call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %caught, i32 0, i32 0)
  ret void
}
; Near miss: only the statepoint does
declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @personality(...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
define void @f(ptr addrspace(1) %object) gc "statepoint-example" personality ptr @personality {
  invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %object) ]
          to label %normal unwind label %pad

normal:
  call void @callee()
  ret void

pad:
  %caught = landingpad token
          cleanup
  call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %caught, i32 0, i32 0)
  ret void
}
