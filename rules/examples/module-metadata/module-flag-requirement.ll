; Broken: `abi` is 1, but 2 is required.
!llvm.module.flags = !{!0, !2}

!0 = !{i32 3, !"needs abi", !1}
!1 = !{!"abi", i32 2}
!2 = !{i32 1, !"abi", i32 1}

; Near miss: `abi` is 2.
!llvm.module.flags = !{!0, !2}

!0 = !{i32 3, !"needs abi", !1}
!1 = !{!"abi", i32 2}
!2 = !{i32 1, !"abi", i32 2}
