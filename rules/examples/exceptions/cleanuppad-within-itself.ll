; Broken: the cleanup would have to be entered before it is entered
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %cleanup = cleanuppad within %cleanup []
  unreachable
}
; Near miss: it is entered from the function
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %cleanup = cleanuppad within none []
  unreachable
}
