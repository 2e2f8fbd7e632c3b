; Broken: the mask is shorter than the vector that is looked up
declare <8 x i1> @llvm.experimental.vector.match.v16i8.v4i8(<16 x i8>, <4 x i8>, <8 x i1>)
define <8 x i1> @f(<16 x i8> %x, <4 x i8> %set, <8 x i1> %mask) {
  %found = call <8 x i1> @llvm.experimental.vector.match.v16i8.v4i8(<16 x i8> %x, <4 x i8> %set, <8 x i1> %mask)
  ret <8 x i1> %found
}
; Near miss: one bit of the mask for each lane
declare <16 x i1> @llvm.experimental.vector.match.v16i8.v4i8(<16 x i8>, <4 x i8>, <16 x i1>)
define <16 x i1> @f(<16 x i8> %x, <4 x i8> %set, <16 x i1> %mask) {
  %found = call <16 x i1> @llvm.experimental.vector.match.v16i8.v4i8(<16 x i8> %x, <4 x i8> %set, <16 x i1> %mask)
  ret <16 x i1> %found
}
