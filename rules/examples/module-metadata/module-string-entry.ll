; Broken: two strings in one entry.
!llvm.ident = !{!0}

!0 = !{!"my compiler", !"version 2"}

; Near miss: two entries.
!llvm.ident = !{!0, !1}

!0 = !{!"my compiler"}
!1 = !{!"version 2"}
