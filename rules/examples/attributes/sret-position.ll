; Broken: the third parameter.
declare void @make(ptr, ptr, ptr sret(i64))

; Near miss: the second, after `this`.
declare void @make(ptr, ptr sret(i64), ptr)
