; Broken: a function cannot have the attribute.
declare void @step() "aarch64_zt0_undef"

; Near miss: a call can.
declare void @step()

define void @f() {
  call void @step() "aarch64_zt0_undef"
  ret void
}
