; Broken: set operand 0 of @f:#0 to @f:%b
define float @f(half %a, float %b) {
  %wide = fpext half %a to float
  ret float %wide
}
; Near miss: 80 bits become 128
define fp128 @f(x86_fp80 %a) {
  %wide = fpext x86_fp80 %a to fp128
  ret fp128 %wide
}
