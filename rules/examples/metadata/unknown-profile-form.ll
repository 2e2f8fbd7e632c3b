; Broken: who did not know is not said
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"unknown"}
; Near miss: here it is
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"unknown", !"simplifycfg"}
