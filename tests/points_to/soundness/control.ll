; Control flow that transports pointers: invoke, landing pads and resume, callbr, indirectbr, and the constructors of
; the module.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@early = internal global ptr null
@condition = internal global i1 true
@index = internal global i64 1
@labels = internal constant [2 x ptr] [ptr blockaddress(@main, %first), ptr blockaddress(@main, %second)]
@_ZTIPi = external constant ptr
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]

define internal void @construct() {
  store ptr @a, ptr @early
  ret void
}

define internal ptr @only_invoked(ptr %p) noinline {
  ret ptr %p
}

define internal void @throws(ptr %p) noinline {
  %exception = call ptr @__cxa_allocate_exception(i64 8)
  store ptr %p, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIPi, ptr null)
  unreachable
}

define internal void @resumes(ptr %p) noinline personality ptr @__gxx_personality_v0 {
  invoke void @throws(ptr %p)
          to label %done unwind label %pad

done:
  ret void

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
  %pointer = extractvalue { ptr, i32 } %caught, 0
  %one = insertvalue { ptr, i32 } poison, ptr %pointer, 0
  %number = extractvalue { ptr, i32 } %caught, 1
  %two = insertvalue { ptr, i32 } %one, i32 %number, 1
  resume { ptr, i32 } %two
}

define i32 @main() personality ptr @__gxx_personality_v0 {
entry:
  %set = load ptr, ptr @early
  call void @assert_may_alias(ptr %set, ptr @a)
  %result = invoke ptr @only_invoked(ptr @b)
          to label %next unwind label %pad

next:
  call void @assert_may_alias(ptr %result, ptr @b)
  invoke void @resumes(ptr @a)
          to label %unreached unwind label %pad

unreached:
  ret i32 1

pad:
  %caught = landingpad { ptr, i32 }
          catch ptr @_ZTIPi
  %exception = extractvalue { ptr, i32 } %caught, 0
  %thrown = call ptr @__cxa_begin_catch(ptr %exception)
  call void @assert_may_alias(ptr %thrown, ptr @a)
  call void @__cxa_end_catch()
  %i = load volatile i64, ptr @index
  %entry_of_table = getelementptr [2 x ptr], ptr @labels, i64 0, i64 %i
  %label = load ptr, ptr %entry_of_table
  call void @assert_may_alias(ptr %label, ptr blockaddress(@main, %second))
  indirectbr ptr %label, [label %first, label %second]

first:
  br label %branch

second:
  br label %branch

branch:
  %carried = phi ptr [ @a, %first ], [ @b, %second ]
  call void @assert_may_alias(ptr %carried, ptr @b)
  %moved = callbr ptr asm "mov $1, $0", "=r,r,!i"(ptr %carried)
          to label %direct [label %indirect]

direct:
  call void @assert_may_alias(ptr %moved, ptr @b)
  ret i32 0

indirect:
  ret i32 1
}

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}
