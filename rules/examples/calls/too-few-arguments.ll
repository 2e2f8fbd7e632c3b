; Broken: call @g with @f:%a before @f:#0
declare i32 @g(i32, i32)

define void @f(i32 %a) {
  ret void
}
; Near miss: after the parameters, variable arguments may be left out
declare i32 @g(i32, ...)

define void @f(i32 %a) {
  call i32 (i32, ...) @g(i32 %a)
  ret void
}
