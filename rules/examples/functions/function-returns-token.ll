; Broken: @begin is a function that really is called
declare token @begin()
; Near miss: an intrinsic
declare token @llvm.coro.save(ptr)
