; Broken: the variable is missing.

@g = global i32 0, !dbg !0
!0 = !DIGlobalVariableExpression(var: null, expr: !DIExpression())

; Near miss: the variable is `g`.

@g = global i32 0, !dbg !0
!0 = !DIGlobalVariableExpression(var: !3, expr: !DIExpression())
!3 = !DIGlobalVariable(name: "g", type: !5, isLocal: false, isDefinition: true)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
