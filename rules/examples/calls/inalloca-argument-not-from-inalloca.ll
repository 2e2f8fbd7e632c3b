; Broken: the memory is anywhere in the stack frame
declare void @g(ptr inalloca({ i32, i32 }))

define void @f() {
  %memory = alloca { i32, i32 }
  call void @g(ptr inalloca({ i32, i32 }) %memory)
  ret void
}
; Near miss: it is where arguments are passed
declare void @g(ptr inalloca({ i32, i32 }))

define void @f() {
  %memory = alloca inalloca { i32, i32 }
  call void @g(ptr inalloca({ i32, i32 }) %memory)
  ret void
}
