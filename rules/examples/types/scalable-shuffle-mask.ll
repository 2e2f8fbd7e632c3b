; Broken: set operand 0 of @f:#0 to @f:%scalable
; Broken: set operand 1 of @f:#0 to @f:%scalable
define <2 x i32> @f(<2 x i32> %a, <vscale x 2 x i32> %scalable) {
  %mixed = shufflevector <2 x i32> %a, <2 x i32> %a, <2 x i32> <i32 1, i32 0>
  ret <2 x i32> %mixed
}
; Near miss: the mask selects lane 0
define <vscale x 2 x i32> @f(<vscale x 2 x i32> %scalable) {
  %splat = shufflevector <vscale x 2 x i32> %scalable, <vscale x 2 x i32> poison, <vscale x 2 x i32> zeroinitializer
  ret <vscale x 2 x i32> %splat
}
