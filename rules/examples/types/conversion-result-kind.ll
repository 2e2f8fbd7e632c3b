; Broken: insert trunc of @f:%a to type of @f:%b at @f:#0
define float @f(i64 %a, float %b) {
  ret float %b
}
; Near miss: to a floating-point number, but from an integer
define float @f(i64 %a) {
  %float = uitofp i64 %a to float
  ret float %float
}
