; Broken: the name of the pass is missing
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"unknown"}
; Near miss: it has the name of the pass
define void @f(i1 %condition) {
  br i1 %condition, label %then, label %else, !prof !0
then:
  ret void
else:
  ret void
}
!0 = !{!"unknown", !"simplifycfg"}
