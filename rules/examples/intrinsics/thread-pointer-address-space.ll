; Broken: globals are in address space 0
declare ptr addrspace(1) @llvm.thread.pointer.p1()
define ptr addrspace(1) @f() {
  %thread = call ptr addrspace(1) @llvm.thread.pointer.p1()
  ret ptr addrspace(1) %thread
}
; Near miss: globals are in address space 1
target datalayout = "G1"
declare ptr addrspace(1) @llvm.thread.pointer.p1()
define ptr addrspace(1) @f() {
  %thread = call ptr addrspace(1) @llvm.thread.pointer.p1()
  ret ptr addrspace(1) %thread
}
