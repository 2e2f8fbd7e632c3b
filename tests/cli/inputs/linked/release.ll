; The other half of ../../several-inputs.ll.
@kept = global ptr null

define void @keep(ptr %given) {
  store ptr %given, ptr @kept
  ret void
}

define void @run(ptr %callback) {
  call void %callback()
  ret void
}

define i8 @low(ptr %from) {
  %word = load i8, ptr %from
  %low = and i8 %word, 7
  %rest = and i8 %word, -8
  %new = or i8 %rest, 5
  store i8 %new, ptr %from
  ret i8 %low
}
