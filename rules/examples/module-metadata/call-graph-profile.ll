; Broken: a variable cannot be called.
@counter = global i32 0

!llvm.module.flags = !{!0}

!0 = !{i32 5, !"CG Profile", !1}
!1 = !{!2}
!2 = !{ptr @main, ptr @counter, i64 32}

declare void @main()

; Near miss: the callee was inlined everywhere, and no longer exists.
!llvm.module.flags = !{!0}

!0 = !{i32 5, !"CG Profile", !1}
!1 = !{!2}
!2 = !{ptr @main, null, i64 32}

declare void @main()
