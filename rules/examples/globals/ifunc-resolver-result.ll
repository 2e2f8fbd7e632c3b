; Broken: the resolver returns an integer.
@copy = ifunc void (), ptr @choose

define i64 @choose() {
  ret i64 0
}

; Near miss: it returns a pointer.
@copy = ifunc void (), ptr @choose

define ptr @choose() {
  ret ptr null
}
