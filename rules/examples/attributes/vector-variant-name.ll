; Broken: the name does not say how many lanes there are.
declare float @root(float) "vector-function-abi-variant"="_ZGV_LLVM_Nv_root(roots)"
declare <4 x float> @roots(<4 x float>)

; Near miss: four lanes, no mask, and the parameter is a vector.
declare float @root(float) "vector-function-abi-variant"="_ZGV_LLVM_N4v_root(roots)"
declare <4 x float> @roots(<4 x float>)
