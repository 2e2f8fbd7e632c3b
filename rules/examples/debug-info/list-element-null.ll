; Broken: a structure has a null member.

!example = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", elements: !2)
!2 = !{null}

; Near miss: in the type of a subroutine, null stands for `void`.

!example = !{!0}
!0 = !DISubroutineType(types: !2)
!2 = !{null}
