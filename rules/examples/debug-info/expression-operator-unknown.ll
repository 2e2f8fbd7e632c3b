; Broken: LLVM does not support `DW_OP_drop`.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_drop))

; Near miss: LLVM supports `DW_OP_deref`.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
