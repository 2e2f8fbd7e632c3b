; Broken: a basic type is made from no other.

!example = !{!0}
!0 = !DIBasicType(tag: DW_TAG_pointer_type, name: "t", size: 32)

; Near miss: an unspecified type is a basic one.

!example = !{!0}
!0 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "t")
