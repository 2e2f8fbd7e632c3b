; Broken: @f is only declared
declare i32 @handler(...)

declare void @f() personality ptr @handler
; Near miss: @f is defined
declare i32 @handler(...)

define void @f() personality ptr @handler {
  ret void
}
