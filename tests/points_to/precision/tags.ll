; Pointers whose low bits differ from the tested value are excluded. So half of a tagged word is not a pointer; Rust's
; `fmt::Arguments` encodes the length of a text in this way.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@object = internal global [4 x i64] zeroinitializer, align 8

define i32 @main() {
  call void @branch(ptr @object)
  call void @branch(ptr inttoptr (i64 91 to ptr))
  call void @early(ptr @object)
  call void @early(ptr inttoptr (i64 91 to ptr))
  call void @switch(ptr @object)
  call void @switch(ptr inttoptr (i64 91 to ptr))
  ret i32 0
}

define internal void @branch(ptr %word) noinline {
  %bits = ptrtoint ptr %word to i64
  %tag = and i64 %bits, 1
  %is_pointer = icmp eq i64 %tag, 0
  br i1 %is_pointer, label %pointer, label %number

pointer:
  %part = lshr i64 %bits, 3
  %whole = shl i64 %part, 3
  %again = inttoptr i64 %whole to ptr
  call void @assert_may_alias(ptr %again, ptr @object)
  ret void

number:
  %half = lshr i64 %bits, 1
  %made = inttoptr i64 %half to ptr
  call void @assert_no_alias(ptr %made, ptr @object)
  ret void
}

; Computed before the test and used after it, directly and through a phi.
define internal void @early(ptr %word) noinline optnone {
  %bits = ptrtoint ptr %word to i64
  %tag = and i64 %bits, 1
  %is_number = icmp ne i64 %tag, 0
  %half = lshr i64 %bits, 1
  %part = lshr i64 %bits, 3
  br i1 %is_number, label %number, label %pointer

number:
  %made = inttoptr i64 %half to ptr
  call void @assert_no_alias(ptr %made, ptr @object)
  br label %end

pointer:
  br label %end

end:
  %either = phi i64 [ %half, %number ], [ 0, %pointer ]
  %again = inttoptr i64 %either to ptr
  call void @assert_no_alias(ptr %again, ptr @object)
  %whole = shl i64 %part, 3
  %back = inttoptr i64 %whole to ptr
  br i1 %is_number, label %after, label %also

also:
  call void @assert_may_alias(ptr %back, ptr @object)
  br label %after

after:
  ret void
}

define internal void @switch(ptr %word) noinline {
  %bits = ptrtoint ptr %word to i64
  %tag = and i64 %bits, 3
  switch i64 %tag, label %other [
    i64 0, label %pointer
    i64 3, label %number
  ]

pointer:
  %part = lshr i64 %bits, 3
  %whole = shl i64 %part, 3
  %again = inttoptr i64 %whole to ptr
  call void @assert_may_alias(ptr %again, ptr @object)
  ret void

number:
  %quarter = lshr i64 %bits, 2
  %made = inttoptr i64 %quarter to ptr
  call void @assert_no_alias(ptr %made, ptr @object)
  ret void

other:
  ret void
}

declare void @assert_may_alias(ptr, ptr)
declare void @assert_no_alias(ptr, ptr)
