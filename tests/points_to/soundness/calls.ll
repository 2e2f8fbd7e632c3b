; Calls of several kinds: variable arguments taken by va_arg and passed on by musttail calls, arguments
; passed by value and in other forms, `returned`, `!callback`, and mismatching types.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%list = type { i32, i32, ptr, ptr }
%large = type { i64, [4 x ptr] }

@a = internal global i32 0
@b = internal global i32 0
@one = internal global i32 1
@initial = internal constant %large { i64 1, [4 x ptr] [ptr @a, ptr @b, ptr null, ptr null] }
@pointer = internal global ptr @identity
@name = internal alias i8, getelementptr (i8, ptr @initial, i64 16)
@function_name = internal alias ptr (ptr), ptr @identity
@chosen = internal ifunc ptr (ptr), ptr @resolver

define internal ptr @identity(ptr %p) noinline {
  ret ptr %p
}

define internal ptr @resolver() {
  ret ptr @identity
}

define internal ptr @variadic(i32 %n, ...) noinline {
  %list = alloca %list
  call void @llvm.va_start.p0(ptr %list)
  %first = va_arg ptr %list, ptr
  %second = va_arg ptr %list, ptr
  call void @llvm.va_end.p0(ptr %list)
  ret ptr %second
}

define internal ptr @forwards(i32 %n, ...) noinline {
  %result = musttail call ptr (i32, ...) @variadic(i32 %n, ...)
  ret ptr %result
}

define internal ptr @by_value(ptr byval(%large) align 8 %copy, i32 %index) noinline {
  %place = getelementptr %large, ptr %copy, i64 0, i32 1, i32 %index
  %result = load ptr, ptr %place
  store ptr null, ptr %place
  ret ptr %result
}

define internal void @structure(ptr sret(%large) %result, ptr %p) noinline {
  %place = getelementptr %large, ptr %result, i64 0, i32 1, i32 3
  store ptr %p, ptr %place
  ret void
}

define internal { ptr, ptr } @two(ptr %p, ptr %q) noinline {
  %one = insertvalue { ptr, ptr } poison, ptr %q, 0
  %two = insertvalue { ptr, ptr } %one, ptr %p, 1
  ret { ptr, ptr } %two
}

define internal i64 @as_integer(i64 %p) noinline {
  ret i64 %p
}

define internal ptr @tail(ptr %p, ptr %q) noinline {
  %callee = load ptr, ptr @pointer
  %result = musttail call ptr %callee(ptr %q, ptr %p)
  ret ptr %result
}

define internal fastcc ptr @fast(<2 x ptr> %v, i32 %i) noinline {
  %result = extractelement <2 x ptr> %v, i32 %i
  ret ptr %result
}

define i32 @main(i32 %argc, ptr %argv) {
  %i = load volatile i32, ptr @one
  %v1 = call ptr (i32, ...) @variadic(i32 %i, ptr @a, ptr @b)
  call void @assert_may_alias(ptr %v1, ptr @b)
  %v2 = call ptr (i32, ...) @forwards(i32 %i, ptr @b, ptr @a)
  call void @assert_may_alias(ptr %v2, ptr @a)
  %copied = call ptr @by_value(ptr byval(%large) align 8 @initial, i32 %i)
  call void @assert_may_alias(ptr %copied, ptr @b)
  %again = load ptr, ptr @name
  call void @assert_may_alias(ptr %again, ptr @b)
  %result = alloca %large
  call void @structure(ptr sret(%large) %result, ptr @a)
  %place = getelementptr %large, ptr %result, i64 0, i32 1, i32 3
  %stored = load ptr, ptr %place
  call void @assert_may_alias(ptr %stored, ptr @a)
  %both = call { ptr, ptr } @two(ptr @a, ptr @b)
  %first = extractvalue { ptr, ptr } %both, 0
  call void @assert_may_alias(ptr %first, ptr @b)
  %second = extractvalue { ptr, ptr } %both, 1
  call void @assert_may_alias(ptr %second, ptr @a)
  %mismatch = call ptr @as_integer(ptr @b)
  call void @assert_may_alias(ptr %mismatch, ptr @b)
  %integer = call i64 @identity(i64 ptrtoint (ptr @a to i64))
  %from_integer = inttoptr i64 %integer to ptr
  call void @assert_may_alias(ptr %from_integer, ptr @a)
  %more = call ptr @identity(ptr @b, ptr @a)
  call void @assert_may_alias(ptr %more, ptr @b)
  %tail = call ptr @tail(ptr @a, ptr @b)
  call void @assert_may_alias(ptr %tail, ptr @b)
  %fast = call fastcc ptr @fast(<2 x ptr> <ptr @a, ptr @b>, i32 %i)
  call void @assert_may_alias(ptr %fast, ptr @b)
  %alias = call ptr @function_name(ptr @a)
  call void @assert_may_alias(ptr %alias, ptr @a)
  %indirect = call ptr @chosen(ptr @b)
  call void @assert_may_alias(ptr %indirect, ptr @b)
  %program = load ptr, ptr %argv
  %start = getelementptr ptr, ptr %argv, i64 0
  %same = load ptr, ptr %start
  call void @assert_may_alias(ptr %program, ptr %same)
  ret i32 0
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
