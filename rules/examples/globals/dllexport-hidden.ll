; Broken: what is hidden is not exported.
@version = hidden dllexport constant i32 3

; Near miss: protected symbols are seen from outside, and never replaced.
@version = protected dllexport constant i32 3
