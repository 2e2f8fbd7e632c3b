; Broken: DWARF knows `DW_OP_drop`, LLVM does not.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_drop))

; Near miss: LLVM knows `DW_OP_deref`.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
