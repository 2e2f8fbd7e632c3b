; Broken: an i32 cannot be returned as a pointer.
declare ptr @same(i32 returned)

; Near miss: vectors of the same number of bits can.
declare <2 x i32> @same(<1 x i64> returned)
