; Broken: the number to add is missing.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst))

; Near miss: 8 is added.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 8))
