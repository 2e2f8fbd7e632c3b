; Broken: an integer encoding.

!example = !{!0}
!0 = !DIFixedPointType(name: "t", size: 32, encoding: DW_ATE_signed, kind: Binary, factor: -4)

; Near miss: a fixed-point encoding.

!example = !{!0}
!0 = !DIFixedPointType(name: "t", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
