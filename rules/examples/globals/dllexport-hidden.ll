; Broken: a hidden symbol cannot be exported.
@version = hidden dllexport constant i32 3

; Near miss: a protected symbol is visible, but cannot be replaced.
@version = protected dllexport constant i32 3
