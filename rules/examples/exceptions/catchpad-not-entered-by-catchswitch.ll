; Broken: `entry` branches to the handler without an exception
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f(i1 %c) personality ptr @__CxxFrameHandler3 {
entry:
  br i1 %c, label %try, label %handler

try:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  unreachable

end:
  ret void
}
; Near miss: only the `catchswitch` is a predecessor
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f(i1 %c) personality ptr @__CxxFrameHandler3 {
entry:
  br i1 %c, label %try, label %end

try:
  invoke void @g() to label %end unwind label %failed

failed:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  unreachable

end:
  ret void
}
