; Broken: the symbol is a definition.
@memcpy = available_externally ifunc ptr (ptr, ptr, i64), ptr @choose

define ptr @choose() {
  ret ptr null
}

; Near miss: a weak definition.
@memcpy = weak ifunc ptr (ptr, ptr, i64), ptr @choose

define ptr @choose() {
  ret ptr null
}
