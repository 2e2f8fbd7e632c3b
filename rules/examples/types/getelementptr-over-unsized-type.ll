; Broken: insert getelementptr %opaque at @f:#0
%opaque = type opaque

define void @f(ptr %base) {
  %here = getelementptr i8, ptr %base, i64 1
  ret void
}

@somewhere = external global %opaque
; Near miss: a structure without fields has the size 0
%empty = type {}

define ptr @f(ptr %base) {
  %here = getelementptr %empty, ptr %base, i64 1
  ret ptr %here
}
