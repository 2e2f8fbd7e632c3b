; Broken: both a count and an upper bound.

!example = !{!0}
!0 = !DISubrange(count: 4, upperBound: 3)

; Near miss: only a count.

!example = !{!0}
!0 = !DISubrange(lowerBound: 0, upperBound: 3)
