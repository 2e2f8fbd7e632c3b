; Broken: a `catchswitch` is not a funclet
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  unreachable

again:
  %cleanup = cleanuppad within %switch []
  unreachable
}
; Near miss: its handler is a funclet
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  unreachable

again:
  %cleanup = cleanuppad within %caught []
  unreachable
}
