; Broken: the list is empty.
!llvm.errno.tbaa = !{}

; Near miss: `errno` is an `int`.
!llvm.errno.tbaa = !{!0}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"my language"}
