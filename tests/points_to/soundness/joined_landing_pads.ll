; An exception that one landing pad receives, or that was received before and put together again, as after the inlining
; of a function that resumes it. Both paths lead to one handler.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0

@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS4Base = internal constant [6 x i8] c"4Base\00"
@_ZTS5First = internal constant [7 x i8] c"5First\00"
@_ZTS6Second = internal constant [8 x i8] c"6Second\00"
@_ZTI4Base = internal constant { ptr, ptr } { ptr getelementptr inbounds (i8, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 16), ptr @_ZTS4Base }
@_ZTI5First = internal constant { ptr, ptr, ptr } { ptr getelementptr inbounds (i8, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 16), ptr @_ZTS5First, ptr @_ZTI4Base }
@_ZTI6Second = internal constant { ptr, ptr, ptr } { ptr getelementptr inbounds (i8, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 16), ptr @_ZTS6Second, ptr @_ZTI4Base }

define internal void @throw_first() noinline {
  %exception = call ptr @__cxa_allocate_exception(i64 8)
  store ptr @a, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTI5First, ptr null)
  unreachable
}

define internal void @throw_second() noinline {
  %exception = call ptr @__cxa_allocate_exception(i64 8)
  store ptr @b, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTI6Second, ptr null)
  unreachable
}

define internal ptr @handle(i1 %is.first) noinline personality ptr @__gxx_personality_v0 {
  br i1 %is.first, label %first, label %second

first:
  invoke void @throw_first() to label %never unwind label %first.pad

second:
  invoke void @throw_second() to label %never unwind label %second.pad

never:
  unreachable

first.pad:
  %one = landingpad { ptr, i32 } catch ptr @_ZTI4Base
  %one.exception = extractvalue { ptr, i32 } %one, 0
  %one.selector = extractvalue { ptr, i32 } %one, 1
  %half = insertvalue { ptr, i32 } poison, ptr %one.exception, 0
  %again = insertvalue { ptr, i32 } %half, i32 %one.selector, 1
  br label %dispatch

second.pad:
  %two = landingpad { ptr, i32 } catch ptr @_ZTI4Base
  br label %dispatch

dispatch:
  %any = phi { ptr, i32 } [ %again, %first.pad ], [ %two, %second.pad ]
  %exception = extractvalue { ptr, i32 } %any, 0
  %selector = extractvalue { ptr, i32 } %any, 1
  %wanted = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTI4Base)
  %is.wanted = icmp eq i32 %selector, %wanted
  br i1 %is.wanted, label %handler, label %other

handler:
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %content = load ptr, ptr %object
  call void @__cxa_end_catch()
  ret ptr %content

other:
  resume { ptr, i32 } %any
}

define i32 @main() {
  %first = call ptr @handle(i1 true)
  call void @assert_may_alias(ptr %first, ptr @a)
  %second = call ptr @handle(i1 false)
  call void @assert_may_alias(ptr %second, ptr @b)
  ret i32 0
}

declare void @assert_may_alias(ptr, ptr)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
