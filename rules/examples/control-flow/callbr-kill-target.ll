; Broken: the indirect destination does not begin with `unreachable`
declare void @llvm.amdgcn.kill(i1)

define void @f(i1 %c) {
entry:
  callbr void @llvm.amdgcn.kill(i1 %c) to label %alive [ label %dead ]

dead:
  ret void

alive:
  ret void
}
; Near miss: it begins with `unreachable`
declare void @llvm.amdgcn.kill(i1)

define void @f(i1 %c) {
entry:
  callbr void @llvm.amdgcn.kill(i1 %c) to label %alive [ label %dead ]

dead:
  unreachable

alive:
  ret void
}
