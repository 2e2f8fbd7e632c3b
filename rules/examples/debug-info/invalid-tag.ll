; Broken: a basic type with the tag of a pointer type.

!example = !{!0}
!0 = !DIBasicType(tag: DW_TAG_pointer_type, name: "t", size: 32)

; Near miss: a basic type can be an unspecified type.

!example = !{!0}
!0 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "t")
