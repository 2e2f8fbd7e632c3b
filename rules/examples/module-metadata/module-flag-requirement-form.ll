; Broken: the value that `abi` has to have is missing.
!llvm.module.flags = !{!0}

!0 = !{i32 3, !"needs abi", !1}
!1 = !{!"abi"}

; Near miss: a pair, which is fulfilled.
!llvm.module.flags = !{!0, !2}

!0 = !{i32 3, !"needs abi", !1}
!1 = !{!"abi", i32 2}
!2 = !{i32 1, !"abi", i32 2}
