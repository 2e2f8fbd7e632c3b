; Broken: a mask of bytes
declare <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32, i32)
define <4 x i8> @f(i32 %base, i32 %count) {
  %mask = call <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32 %base, i32 %count)
  ret <4 x i8> %mask
}
; Near miss: a mask of bits
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)
define <4 x i1> @f(i32 %base, i32 %count) {
  %mask = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 %base, i32 %count)
  ret <4 x i1> %mask
}
