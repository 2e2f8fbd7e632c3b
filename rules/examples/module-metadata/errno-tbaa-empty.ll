; Broken: nothing is said of errno.
!llvm.errno.tbaa = !{}

; Near miss: it is an int.
!llvm.errno.tbaa = !{!0}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"my language"}
