; Broken: nobody knows what a %file consists of
%file = type opaque

declare %file @open()

define void @f() {
  %opened = call %file @open()
  ret void
}
; Near miss: there is a pointer to it
declare ptr @open()

define void @f() {
  %opened = call ptr @open()
  ret void
}
