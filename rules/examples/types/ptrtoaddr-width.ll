; Broken: an address has 32 bits here, though a pointer has 64
target datalayout = "p1:64:64:64:32"

define i64 @f(ptr addrspace(1) %pointer) {
  %address = ptrtoaddr ptr addrspace(1) %pointer to i64
  ret i64 %address
}
; Near miss: as wide as the index of the data layout
target datalayout = "p1:64:64:64:32"

@start = global i32 ptrtoaddr (ptr addrspace(1) @here to i32)
@here = addrspace(1) global i8 0

define i32 @f(ptr addrspace(1) %pointer) {
  %address = ptrtoaddr ptr addrspace(1) %pointer to i32
  ret i32 %address
}
