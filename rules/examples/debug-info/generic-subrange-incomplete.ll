; Broken: without a stride.

!example = !{!0}
!0 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_push_object_address))

; Near miss: with a stride.

!example = !{!0}
!0 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_push_object_address), stride: !DIExpression(DW_OP_push_object_address))
