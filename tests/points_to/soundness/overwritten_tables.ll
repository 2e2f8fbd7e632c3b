; Pointers to vtables that something reads before the same block overwrites them or frees the object.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0

@_ZTI4Base = internal constant ptr null
@_ZTI4Item = internal constant ptr null
@_ZTV4Base = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI4Base, ptr @first] }
@_ZTV4Item = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI4Item, ptr @second] }

@kept = internal global ptr null

define internal ptr @first(ptr %object) noinline {
  ret ptr @a
}

define internal ptr @second(ptr %object) noinline {
  ret ptr @b
}

define internal ptr @call_first(ptr %table) noinline {
  %function = load ptr, ptr %table
  %result = call ptr %function(ptr null)
  ret ptr %result
}

define internal ptr @call_of(ptr %object) noinline {
  %table = load ptr, ptr %object
  %result = call ptr @call_first(ptr %table)
  ret ptr %result
}

define internal ptr @call_kept() noinline {
  %object = load ptr, ptr @kept
  %result = call ptr @call_of(ptr %object)
  ret ptr %result
}

; A load from the same address.
define internal void @loaded(ptr %object) noinline {
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object
  %table = load ptr, ptr %object
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  %result = call ptr @call_first(ptr %table)
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

; A load through another pointer to the object.
define internal void @loaded_through(ptr %object, ptr %same) noinline {
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object
  %table = load ptr, ptr %same
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  %result = call ptr @call_first(ptr %table)
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

; A call of a function that knows the object.
define internal void @called(ptr %object) noinline {
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object
  %result = call ptr @call_kept()
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

; A copy of the object.
define internal void @copied(ptr %object, ptr %copy) noinline {
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %object, i64 8, i1 false)
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  %result = call ptr @call_of(ptr %copy)
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

; The second store is beside the first one, or in another object.
define internal void @beside(ptr %object, ptr %other) noinline {
  %second = getelementptr inbounds i8, ptr %object, i64 8
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %second
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %other
  %result = call ptr @call_of(ptr %object)
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

; Another object is freed.
define internal void @freed(ptr %object) noinline {
  %other = call ptr @_Znwm(i64 8)
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object
  call void @_ZdlPv(ptr %other)
  %result = call ptr @call_of(ptr %object)
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

; Atomic accesses.
define internal void @atomic(ptr %object) noinline {
  store atomic ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %object release, align 8
  %table = load atomic ptr, ptr %object acquire, align 8
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  %result = call ptr @call_first(ptr %table)
  call void @assert_may_alias(ptr %result, ptr @a)
  ret void
}

define i32 @main() {
  %object = alloca { ptr, ptr }
  %other = alloca { ptr, ptr }
  store ptr %object, ptr @kept
  call void @loaded(ptr %object)
  call void @loaded_through(ptr %object, ptr %object)
  call void @called(ptr %object)
  call void @copied(ptr %object, ptr %other)
  call void @beside(ptr %object, ptr %other)
  call void @freed(ptr %object)
  call void @atomic(ptr %object)
  ret i32 0
}

declare void @assert_may_alias(ptr, ptr)
declare ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
