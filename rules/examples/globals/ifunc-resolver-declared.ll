; Broken: the resolver is in another module.
@copy = ifunc void (), ptr @choose

declare ptr @choose()

; Near miss: it is defined here, and the ifunc uses an alias of it.
@copy = ifunc void (), ptr @alias
@alias = alias ptr (), ptr @choose

define ptr @choose() {
  ret ptr null
}
