; Broken: the fields of %file are unknown
%file = type opaque

declare %file @open()

define void @f() {
  %opened = call %file @open()
  ret void
}
; Near miss: a pointer to it is first-class
declare ptr @open()

define void @f() {
  %opened = call ptr @open()
  ret void
}
