; Broken: the length of the vectors is unknown at compile time.
@lanes = external global { i32, [2 x <vscale x 4 x i32>] }

; Near miss: vectors of four elements.
@lanes = external global { i32, [2 x <4 x i32>] }
