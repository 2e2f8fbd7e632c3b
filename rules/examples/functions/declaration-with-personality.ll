; Broken: @f is somewhere else
declare i32 @handler(...)

declare void @f() personality ptr @handler
; Near miss: it is here
declare i32 @handler(...)

define void @f() personality ptr @handler {
  ret void
}
