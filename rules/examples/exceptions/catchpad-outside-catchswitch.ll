; Broken: the parent is not a `catchswitch`
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %cleanup = cleanuppad within none []
  unreachable

handler:
  %caught = catchpad within %cleanup [ptr null, i32 64, ptr null]
  unreachable
}
; Near miss: it is the handler of a `catchswitch`
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  unreachable
}
