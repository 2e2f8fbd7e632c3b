; Broken: other modules see a function that they cannot name
define void @0() {
  ret void
}
; Near miss: only this module sees it
define internal void @0() {
  ret void
}
