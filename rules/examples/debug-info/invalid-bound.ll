; Broken: a type is not a number.

!example = !{!0}
!0 = !DISubrange(count: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; Near miss: an expression is.

!example = !{!0}
!0 = !DISubrange(count: !DIExpression(DW_OP_push_object_address))
