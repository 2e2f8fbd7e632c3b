; Broken: insert alloca %opaque at @f:#0
%opaque = type opaque

@somewhere = external global %opaque

define void @f() {
  ret void
}
; Near miss: a structure without fields has the size 0
%empty = type {}

define void @f() {
  %slot = alloca %empty
  ret void
}
