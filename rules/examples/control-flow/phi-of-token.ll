; Broken: the phi hides which call produced the token
declare token @llvm.call.preallocated.setup(i32)

define void @f(i1 %c) {
entry:
  %one = call token @llvm.call.preallocated.setup(i32 0)
  br i1 %c, label %then, label %end

then:
  %other = call token @llvm.call.preallocated.setup(i32 0)
  br label %end

end:
  %either = phi token [ %one, %entry ], [ %other, %then ]
  ret void
}
; Near miss: the tokens stay separate
declare token @llvm.call.preallocated.setup(i32)

define void @f(i1 %c) {
entry:
  %one = call token @llvm.call.preallocated.setup(i32 0)
  br i1 %c, label %then, label %end

then:
  %other = call token @llvm.call.preallocated.setup(i32 0)
  br label %end

end:
  ret void
}
