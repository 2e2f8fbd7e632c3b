; Broken: nobody knows what a %file consists of
%file = type opaque

declare %file @open()

define %file @f() {
  %opened = call %file @open()
  ret %file %opened
}
; Near miss: a structure whose fields are known can be passed on
%file = type { i32, ptr }

declare %file @open()

define %file @f() {
  %opened = call %file @open()
  ret %file %opened
}
