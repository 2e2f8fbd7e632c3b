; Vtable entries that are called through pointers to members that optimisers have split.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0

@_ZTI4Item = internal constant ptr null
@_ZTV4Item = internal constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4Item, ptr @first, ptr @second, ptr @third] }

define internal ptr @first(ptr %object) {
  ret ptr @a
}

define internal ptr @second(ptr %object) {
  ret ptr @b
}

define internal ptr @third(ptr %object) {
  ret ptr @c
}

; The address of the entry is computed in two steps, as at -O1.
define internal ptr @call_member(ptr %object, ptr %member) noinline {
  %number = load i64, ptr %member
  %second.word = getelementptr inbounds i8, ptr %member, i64 8
  %distance = load i64, ptr %second.word
  %place = getelementptr inbounds i8, ptr %object, i64 %distance
  %bit = and i64 %number, 1
  %is.plain = icmp eq i64 %bit, 0
  br i1 %is.plain, label %plain, label %virtual

virtual:
  %table = load ptr, ptr %place
  %behind = getelementptr i8, ptr %table, i64 %number
  %entry = getelementptr i8, ptr %behind, i64 -1
  %function = load ptr, ptr %entry
  br label %call

plain:
  %address = inttoptr i64 %number to ptr
  br label %call

call:
  %callee = phi ptr [ %function, %virtual ], [ %address, %plain ]
  %result = call ptr %callee(ptr %place)
  ret ptr %result
}

; Nothing here shows that the number belongs to a pointer to a member.
define internal ptr @call_entry(ptr %object, i64 %slot) noinline {
  %table = load ptr, ptr %object
  %entry = getelementptr i8, ptr %table, i64 %slot
  br label %read

read:
  %place = phi ptr [ %entry, %0 ]
  %function = load ptr, ptr %place
  %result = call ptr %function(ptr %object)
  ret ptr %result
}

define i32 @main(i32 %count, ptr %arguments) {
  %object = alloca ptr
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  %member = alloca { i64, i64 }
  store i64 9, ptr %member
  %second.word = getelementptr inbounds i8, ptr %member, i64 8
  store i64 0, ptr %second.word
  %of.member = call ptr @call_member(ptr %object, ptr %member)
  call void @assert_may_alias(ptr %of.member, ptr @b)
  %others = sub i32 %count, 1
  %wide = sext i32 %others to i64
  %slot = add i64 %wide, 16
  %of.entry = call ptr @call_entry(ptr %object, i64 %slot)
  call void @assert_may_alias(ptr %of.entry, ptr @c)
  ret i32 0
}

declare void @assert_may_alias(ptr, ptr)
declare void @assert_no_alias(ptr, ptr)
