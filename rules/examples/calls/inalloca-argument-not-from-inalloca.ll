; Broken: a plain `alloca` is not argument memory
declare void @g(ptr inalloca({ i32, i32 }))

define void @f() {
  %memory = alloca { i32, i32 }
  call void @g(ptr inalloca({ i32, i32 }) %memory)
  ret void
}
; Near miss: an `alloca inalloca` is argument memory
declare void @g(ptr inalloca({ i32, i32 }))

define void @f() {
  %memory = alloca inalloca { i32, i32 }
  call void @g(ptr inalloca({ i32, i32 }) %memory)
  ret void
}
