; Broken: a value is complete, and yet dereferenced.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_stack_value, DW_OP_deref))

; Near miss: the other way round.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_deref, DW_OP_stack_value))
