; Broken: null is no address that a symbol could have.
@nothing = alias i32, ptr null

; Near miss: an expression is, even of a mere number.
@device = alias i32, inttoptr (i64 4096 to ptr)
