; Broken: @begin is an ordinary function
declare token @begin()
; Near miss: an intrinsic
declare token @llvm.coro.save(ptr)
