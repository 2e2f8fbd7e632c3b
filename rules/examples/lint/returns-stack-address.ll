; Broken: the alloca no longer exists when the caller gets its address
define ptr @f() {
  %pair = alloca { i32, i32 }
  %second = getelementptr { i32, i32 }, ptr %pair, i64 0, i32 1
  ret ptr %second
}
; Near miss: its contents may be returned
define ptr @f() {
  %slot = alloca ptr
  %content = load ptr, ptr %slot
  ret ptr %content
}
