; Broken: no name.

!example = !{!0}
!0 = !DIModule(scope: null, name: "")

; Near miss: a name.

!example = !{!0}
!0 = !DIModule(scope: null, name: "m")
