; Broken: the required value of `abi` is missing.
!llvm.module.flags = !{!0}

!0 = !{i32 3, !"needs abi", !1}
!1 = !{!"abi"}

; Near miss: a pair of name and value.
!llvm.module.flags = !{!0, !2}

!0 = !{i32 3, !"needs abi", !1}
!1 = !{!"abi", i32 2}
!2 = !{i32 1, !"abi", i32 2}
