; Broken: call @g with @f:%a @f:%a before @f:#0
declare i32 @g(i32)

define void @f(i32 %a) {
  ret void
}
; Near miss: the function type of the call is variadic
declare i32 @g(i32)

define void @f(i32 %a) {
  call i32 (i32, ...) @g(i32 %a, i32 %a)
  ret void
}
