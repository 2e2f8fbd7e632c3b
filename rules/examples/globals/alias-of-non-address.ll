; Broken: null is not the address of a symbol.
@nothing = alias i32, ptr null

; Near miss: a constant expression can be, even if it is a plain number.
@device = alias i32, inttoptr (i64 4096 to ptr)
