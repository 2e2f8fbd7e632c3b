; Broken: insert getelementptr %pair at @f:#0
%pair = type { <vscale x 4 x i32>, <vscale x 4 x i32> }

define void @f(ptr %base, %pair %value) {
  store %pair %value, ptr %base
  ret void
}
; Near miss: an array of scalable vectors is not a structure
define ptr @f(ptr %base) {
  %second = getelementptr [2 x <vscale x 4 x i32>], ptr %base, i64 0, i64 1
  ret ptr %second
}
