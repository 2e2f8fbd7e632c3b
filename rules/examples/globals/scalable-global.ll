; Broken: how long the vectors are is known when the program runs.
@lanes = external global { i32, [2 x <vscale x 4 x i32>] }

; Near miss: vectors of four elements.
@lanes = external global { i32, [2 x <4 x i32>] }
