; Broken: an operator follows `DW_OP_stack_value`.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_stack_value, DW_OP_deref))

; Near miss: `DW_OP_stack_value` is last.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_deref, DW_OP_stack_value))
