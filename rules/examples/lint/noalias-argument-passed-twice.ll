; Broken: `@g` may assume that its arguments do not alias
declare void @g(ptr noalias, ptr)
declare void @read(ptr noalias readonly, ptr)
@variable = global i32 0
define void @f(ptr %place) {
  call void @g(ptr %place, ptr %place)
  call void @g(ptr @variable, ptr @variable)
  call void @read(ptr %place, ptr %place)
  ret void
}
; Near miss: null does not point to memory, and `readonly` arguments may alias
@text = constant [3 x i8] c"abc"
declare void @g(ptr noalias, ptr)
declare void @compare(ptr noalias readonly, ptr noalias readonly)
define void @f(ptr %place) {
  call void @g(ptr null, ptr null)
  call void @g(ptr inttoptr (i64 8 to ptr), ptr inttoptr (i64 8 to ptr))
  call void @g(ptr @text, ptr @text)
  call void @g(ptr getelementptr inbounds (i8, ptr @text, i64 1), ptr getelementptr inbounds (i8, ptr @text, i64 1))
  call void @compare(ptr %place, ptr %place)
  ret void
}
