; Broken: without a name.

!example = !{!0}
!0 = !DIModule(scope: null, name: "")

; Near miss: with a name.

!example = !{!0}
!0 = !DIModule(scope: null, name: "m")
