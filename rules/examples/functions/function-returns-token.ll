; Broken: @begin is a real function
declare token @begin()
; Near miss: an intrinsic
declare token @llvm.coro.save(ptr)
