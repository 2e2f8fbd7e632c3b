; Broken: two ways to say how many there are.

!example = !{!0}
!0 = !DISubrange(count: 4, upperBound: 3)

; Near miss: one way.

!example = !{!0}
!0 = !DISubrange(lowerBound: 0, upperBound: 3)
