; Broken: a slot in the memory that all threads share
target triple = "amdgcn-amd-amdhsa"

define void @f() {
  %slot = alloca i32
  ret void
}
; Near miss: a slot in the thread's own memory
target triple = "amdgcn-amd-amdhsa"

define void @f() {
  %slot = alloca i32, addrspace(5)
  ret void
}
