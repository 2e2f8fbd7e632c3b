; Broken: a count below -1.

!example = !{!0}
!0 = !DISubrange(count: i64 -2)

; Near miss: an unknown count.

!example = !{!0}
!0 = !DISubrange(count: i64 -1)
