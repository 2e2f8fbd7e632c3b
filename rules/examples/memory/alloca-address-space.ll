; Broken: an alloca in memory that all threads share
target triple = "amdgcn-amd-amdhsa"

define void @f() {
  %slot = alloca i32
  ret void
}
; Near miss: an alloca in private memory
target triple = "amdgcn-amd-amdhsa"

define void @f() {
  %slot = alloca i32, addrspace(5)
  ret void
}
