; Features of LLVM 22 that LLVM 19 does not have.
; NOT EXECUTED: LLVM 19 cannot compile it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@array = internal global [4 x i32] zeroinitializer

define i32 @main() {
  %address = ptrtoaddr ptr @a to i64
  %pointer = inttoptr i64 %address to ptr
  call void @assert_may_alias(ptr %pointer, ptr @a)
  %inside = getelementptr i8, ptr @array, i64 4
  %integer = ptrtoaddr ptr %inside to i64
  %sum = add i64 %integer, 8
  %moved = inttoptr i64 %sum to ptr
  call void @assert_may_alias(ptr %moved, ptr getelementptr inbounds nuw (i8, ptr @array, i64 12))
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
