; Broken: six lanes are added to four
declare <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v6i32(<4 x i32>, <6 x i32>)
define <4 x i32> @f(<4 x i32> %sums, <6 x i32> %x) {
  %more = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v6i32(<4 x i32> %sums, <6 x i32> %x)
  ret <4 x i32> %more
}
; Near miss: eight lanes are added to four
declare <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32>, <8 x i32>)
define <4 x i32> @f(<4 x i32> %sums, <8 x i32> %x) {
  %more = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %sums, <8 x i32> %x)
  ret <4 x i32> %more
}
