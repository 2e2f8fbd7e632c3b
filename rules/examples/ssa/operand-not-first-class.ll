; Broken: the fields of %file are unknown
%file = type opaque

declare %file @open()

define %file @f() {
  %opened = call %file @open()
  ret %file %opened
}
; Near miss: a structure with known fields is first-class
%file = type { i32, ptr }

declare %file @open()

define %file @f() {
  %opened = call %file @open()
  ret %file %opened
}
