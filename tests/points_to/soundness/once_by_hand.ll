; `__once_proxy` runs what the program has stored for it, however the program passes it to `pthread_once`.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZSt15__once_callable = external thread_local global ptr
@_ZSt11__once_call = external thread_local global ptr
@a = internal global i32 0
@b = internal global i32 0
@first = internal global ptr @a
@second = internal global ptr @b
@found = internal global ptr null
@chosen = internal global ptr @__once_proxy
@flag = internal global i32 0
@other_flag = internal global i32 0

declare void @__once_proxy()
declare i32 @pthread_once(ptr, ptr)

; An invoker, named like the lambda in the constructor.
define void @_ZZNSt9once_flag18_Prepare_executionC1IZSt9call_onceIRFvvEJEEvRS_OT_DpOT0_EUlvE_EERS6_ENUlvE_8__invokeEv() {
  %object = load ptr, ptr @_ZSt15__once_callable
  %content = load ptr, ptr %object
  store ptr %content, ptr @found
  ret void
}

define i32 @main() {
entry:
  ; The proxy is passed as a constant, but the callable is stored in another block.
  store ptr @first, ptr @_ZSt15__once_callable
  store ptr @_ZZNSt9once_flag18_Prepare_executionC1IZSt9call_onceIRFvvEJEEvRS_OT_DpOT0_EUlvE_EERS6_ENUlvE_8__invokeEv, ptr @_ZSt11__once_call
  br label %run

run:
  %0 = call i32 @pthread_once(ptr @flag, ptr @__once_proxy)
  %p1 = load ptr, ptr @found
  call void @assert_may_alias(ptr %p1, ptr @a)

  ; The proxy is read from memory.
  store ptr @second, ptr @_ZSt15__once_callable
  store ptr @_ZZNSt9once_flag18_Prepare_executionC1IZSt9call_onceIRFvvEJEEvRS_OT_DpOT0_EUlvE_EERS6_ENUlvE_8__invokeEv, ptr @_ZSt11__once_call
  %proxy = load ptr, ptr @chosen
  %1 = call i32 @pthread_once(ptr @other_flag, ptr %proxy)
  %p2 = load ptr, ptr @found
  call void @assert_may_alias(ptr %p2, ptr @b)
  ret i32 0
}

declare void @assert_may_alias(ptr, ptr)
