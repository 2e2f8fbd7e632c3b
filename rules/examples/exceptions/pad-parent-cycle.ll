; Broken: `%one` and `%other` are each other's parents
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

first:
  %one = cleanuppad within %other []
  cleanupret from %one unwind label %outside

second:
  %other = cleanuppad within %one []
  cleanupret from %other unwind to caller

outside:
  %last = cleanuppad within none []
  cleanupret from %last unwind to caller
}
; Near miss: the parent of `%other` is the function
declare void @g()
declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  ret void

first:
  %one = cleanuppad within %other []
  cleanupret from %one unwind label %outside

second:
  %other = cleanuppad within none []
  cleanupret from %other unwind label %outside

outside:
  %last = cleanuppad within none []
  cleanupret from %last unwind to caller
}
