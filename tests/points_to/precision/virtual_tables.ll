; Steps by unknown offsets do not move pointers to vtables, except in calls through pointers to members: by the numbers
; that the program contains. Here that is the second function.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@c = internal global i32 0

@_ZTI4Item = internal constant ptr null
@_ZTV4Item = internal constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4Item, ptr @first, ptr @second, ptr @third] }

@member = internal global { i64, i64 } { i64 9, i64 0 }

define internal ptr @first(ptr %object) {
  ret ptr @a
}

define internal ptr @second(ptr %object) {
  ret ptr @b
}

define internal ptr @third(ptr %object) {
  ret ptr @c
}

; A function that walks over text, to which the analysis may pass other pointers.
define internal ptr @walk(ptr %text, i64 %count) noinline {
  %end = getelementptr i8, ptr %text, i64 %count
  ret ptr %end
}

define internal ptr @call_member(ptr %object, i64 %number, i64 %distance) noinline {
  %place = getelementptr inbounds i8, ptr %object, i64 %distance
  %bit = and i64 %number, 1
  %is.virtual = icmp ne i64 %bit, 0
  br i1 %is.virtual, label %virtual, label %plain

virtual:
  %table = load ptr, ptr %place
  %slot = sub i64 %number, 1
  %entry = getelementptr i8, ptr %table, i64 %slot
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

define i32 @main(i32 %count, ptr %arguments) {
  %object = alloca ptr
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Item, i64 16), ptr %object
  %number = load i64, ptr @member
  %distance = load i64, ptr getelementptr inbounds (i8, ptr @member, i64 8)
  %of.member = call ptr @call_member(ptr %object, i64 %number, i64 %distance)
  call void @assert_may_alias(ptr %of.member, ptr @b)
  call void @assert_no_alias(ptr %of.member, ptr @a)
  call void @assert_no_alias(ptr %of.member, ptr @c)
  %others = sub i32 %count, 1
  %wide = sext i32 %others to i64
  %table = load ptr, ptr %object
  %walked = call ptr @walk(ptr %table, i64 %wide)
  %function = load ptr, ptr %walked
  %of.walk = call ptr %function(ptr %object)
  call void @assert_no_alias(ptr %of.walk, ptr @b)
  ret i32 0
}

declare void @assert_may_alias(ptr, ptr)
declare void @assert_no_alias(ptr, ptr)
