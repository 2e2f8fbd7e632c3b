; Broken: an ifunc has no code to count.
@copy = ifunc void (), ptr @choose, !prof !0

define ptr @choose() {
  ret ptr null
}

!0 = !{!"function_entry_count", i64 7}

; Near miss: its resolver has.
@copy = ifunc void (), ptr @choose

define ptr @choose() !prof !0 {
  ret ptr null
}

!0 = !{!"function_entry_count", i64 7}
