; Broken: the cleanup is its own parent, indirectly
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %cleanup = cleanuppad within %cleanup []
  unreachable
}
; Near miss: its parent is the function
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

failed:
  %cleanup = cleanuppad within none []
  unreachable
}
