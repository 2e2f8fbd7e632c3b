; Broken: ZT0 is not alive at some calls, but not at all.
declare void @step() "aarch64_zt0_undef"

; Near miss: at this call.
declare void @step()

define void @f() {
  call void @step() "aarch64_zt0_undef"
  ret void
}
