; Broken: the elements are 0 and 1
define float @f(<2 x float> %vector) {
  %element = extractelement <2 x float> %vector, i64 2
  ret float %element
}
; Near miss: a scalable vector may have an element 2
define float @f(<vscale x 2 x float> %vector) {
  %element = extractelement <vscale x 2 x float> %vector, i64 2
  ret float %element
}
