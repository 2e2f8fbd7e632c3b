; Broken: nobody enters an ifunc.
@copy = ifunc void (), ptr @choose, !prof !0

define ptr @choose() {
  ret ptr null
}

!0 = !{!"function_entry_count", i64 7}

; Near miss: its resolver is entered.
@copy = ifunc void (), ptr @choose

define ptr @choose() !prof !0 {
  ret ptr null
}

!0 = !{!"function_entry_count", i64 7}
