; Broken: a structure has a null member.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", elements: !2)
!2 = !{null}

; Near miss: in a subroutine type, null represents `void`.

!example = !{!0}
!0 = !DISubroutineType(types: !2)
!2 = !{null}
