; Broken: the resolver is in another object file.
@copy = ifunc void (), ptr @choose

declare ptr @choose()

; Near miss: it is defined here, and known by an alias.
@copy = ifunc void (), ptr @alias
@alias = alias ptr (), ptr @choose

define ptr @choose() {
  ret ptr null
}
