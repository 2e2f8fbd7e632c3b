; Broken: the address comes as an integer.
@copy = ifunc void (), ptr @choose

define i64 @choose() {
  ret i64 0
}

; Near miss: it comes as a pointer.
@copy = ifunc void (), ptr @choose

define ptr @choose() {
  ret ptr null
}
