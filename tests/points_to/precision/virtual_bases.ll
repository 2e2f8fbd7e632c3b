; The vtable of an object contains the offset of a virtual base, so the base is not at any other offset. Nor do the
; contents of the virtual base, here a pointer to another vtable, appear at other offsets of the object.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%object = type { ptr, ptr, ptr, ptr }

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0

@_ZTI3One = internal constant ptr null
@_ZTI3Two = internal constant ptr null
@_ZTV3One = internal constant { [4 x ptr], [4 x ptr] } {
  [4 x ptr] [ptr inttoptr (i64 16 to ptr), ptr null, ptr @_ZTI3One, ptr @get],
  [4 x ptr] [ptr inttoptr (i64 8 to ptr), ptr inttoptr (i64 -16 to ptr), ptr @_ZTI3One, ptr @get] }
@_ZTV3Two = internal constant { [4 x ptr], [4 x ptr] } {
  [4 x ptr] [ptr inttoptr (i64 8 to ptr), ptr null, ptr @_ZTI3Two, ptr @get],
  [4 x ptr] [ptr inttoptr (i64 8 to ptr), ptr inttoptr (i64 -8 to ptr), ptr @_ZTI3Two, ptr @get] }

define internal ptr @get(ptr %object) {
  ret ptr %object
}

define internal ptr @base(ptr %object) noinline {
  %table = load ptr, ptr %object
  %place = getelementptr i8, ptr %table, i64 -24
  %distance = load i64, ptr %place
  %base = getelementptr inbounds i8, ptr %object, i64 %distance
  ret ptr %base
}

define internal void @make(ptr %object, ptr %table, ptr %base.table, ptr %pointer) noinline {
  store ptr %table, ptr %object
  %base = call ptr @base(ptr %object)
  store ptr %base.table, ptr %base
  %other.base = call ptr @base(ptr %object)
  %member = getelementptr inbounds i8, ptr %other.base, i64 8
  store ptr %pointer, ptr %member
  ret void
}

define i32 @main(i32 %count, ptr %arguments) {
  %one = alloca %object
  %two = alloca %object
  %own = getelementptr inbounds i8, ptr %one, i64 8
  store ptr @a, ptr %own
  %last = getelementptr inbounds i8, ptr %two, i64 24
  store ptr @a, ptr %last
  call void @make(ptr %one, ptr getelementptr inbounds (i8, ptr @_ZTV3One, i64 24), ptr getelementptr inbounds (i8, ptr @_ZTV3One, i64 56), ptr @b)
  call void @make(ptr %two, ptr getelementptr inbounds (i8, ptr @_ZTV3Two, i64 24), ptr getelementptr inbounds (i8, ptr @_ZTV3Two, i64 56), ptr @c)
  %of.own = load ptr, ptr %own
  call void @assert_may_alias(ptr %of.own, ptr @a)
  call void @assert_no_alias(ptr %of.own, ptr @b)
  %in.one = getelementptr inbounds i8, ptr %one, i64 24
  %of.one = load ptr, ptr %in.one
  call void @assert_may_alias(ptr %of.one, ptr @b)
  call void @assert_no_alias(ptr %of.one, ptr getelementptr inbounds (i8, ptr @_ZTV3One, i64 56))
  %in.two = getelementptr inbounds i8, ptr %two, i64 16
  %of.two = load ptr, ptr %in.two
  call void @assert_may_alias(ptr %of.two, ptr @c)
  %of.last = load ptr, ptr %last
  call void @assert_may_alias(ptr %of.last, ptr @a)
  call void @assert_no_alias(ptr %of.last, ptr @c)
  %table = load ptr, ptr %two
  call void @assert_no_alias(ptr %table, ptr getelementptr inbounds (i8, ptr @_ZTV3Two, i64 56))
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

define weak_odr void @assert_no_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
