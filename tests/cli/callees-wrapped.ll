; RUN: callees %s --at wrapped.cpp:10
; RUN: callees %s --at wrapped.cpp:11
; RUN: callees %s --at wrapped.cpp:12
; RUN: callees %s --at wrapped.cpp:13
; RUN: callees %s --at wrapped.cpp:14
; RUN: callees %s --at wrapped.cpp:15
; RUN: callees %s --at wrapped.cpp:16
; RUN: callees %s --at wrapped.cpp:17
; RUN: callees %s --at wrapped.cpp:18
; RUN: callees %s --at wrapped.cpp:11 --format json
; RUN: callees %s --at wrapped.cpp:14 --format csv --relation unresolved_wrapped_call
;
; For a call of a library function, the answer lists the functions of the program that it ends up running:
;
; - Line 10 calls the std::function that contains a pointer to @quiet, line 11 the one that contains a `Loud`. The
;   operator is small, so each call has a context of its own, and the answers are separate. The functions between the
;   operator and `Loud` belong to the library.
; - Line 12 sorts with @compare. The library does that; its model states that it calls its argument.
; - Line 13 runs no function of the program: the answer is the target of the pointer.
; - On line 14, the function object comes from external code, which may call any function that has escaped.
; - On line 15, the operator has been inlined.
; - Line 16 calls a function of the program, whose own callees are not listed.
; - On line 17, a library function calls a recursive one. No other line runs it, so the pointers in it are those that
;   line 17 passes.
; - On line 18, the recursive function also runs for line 19, in the same context. So its direct call of `Loud` is
;   followed, but not the pointer that is its argument: the answer reports that there is one.

%function = type { ptr, ptr }

@quiet.object = internal global %function { ptr @_Z5quietPv, ptr null }
@loud.object = internal global %function { ptr @_ZNSt17_Function_handlerIFvvE4LoudE9_M_invokeERKSt9_Any_data, ptr null }
@unlock.object = internal global %function { ptr @_ZNSt5mutex6unlockEv, ptr null }

; std::function<void ()>::operator()() const
define linkonce_odr void @_ZNKSt8functionIFvvEEclEv(ptr %this) {
  %function = load ptr, ptr %this
  call void %function(ptr %this)
  ret void
}

; std::_Function_handler<void (), Loud>::_M_invoke(std::_Any_data const&)
define linkonce_odr void @_ZNSt17_Function_handlerIFvvE4LoudE9_M_invokeERKSt9_Any_data(ptr %data) {
  call void @_ZSt10__invoke_rI4LoudEvRT_(ptr %data)
  ret void
}

; void std::__invoke_r<Loud>(Loud&)
define linkonce_odr void @_ZSt10__invoke_rI4LoudEvRT_(ptr %loud) {
  call void @_ZN4LoudclEv(ptr %loud)
  ret void
}

; Loud::operator()()
define void @_ZN4LoudclEv(ptr %this) {
  ret void
}

define void @_Z5quietPv(ptr %data) {
  ret void
}

; std::mutex::unlock()
define linkonce_odr void @_ZNSt5mutex6unlockEv(ptr %this) {
  ret void
}

; std::sort(int (*)(void*, void*))
define linkonce_odr void @_ZSt4sortPFiPvS_E(ptr %compare) {
  call void @_ZSt6__sortPFiPvS_E(ptr %compare)
  ret void
}

; std::__sort(int (*)(void*, void*))
define linkonce_odr void @_ZSt6__sortPFiPvS_E(ptr %compare) {
  %order = call i32 %compare(ptr null, ptr null)
  call void @_ZN4LoudclEv(ptr null)
  call void @_ZSt6__sortPFiPvS_E(ptr %compare)
  ret void
}

; std::stable_sort(int (*)(void*, void*))
define linkonce_odr void @_ZSt11stable_sortPFiPvS_E(ptr %compare) {
  call void @_ZSt13__stable_sortPFiPvS_E(ptr %compare)
  ret void
}

; std::__stable_sort(int (*)(void*, void*))
define linkonce_odr void @_ZSt13__stable_sortPFiPvS_E(ptr %compare) {
  %order = call i32 %compare(ptr null, ptr null)
  call void @_ZN4LoudclEv(ptr null)
  call void @_ZSt13__stable_sortPFiPvS_E(ptr %compare)
  ret void
}

define i32 @compare_backwards(ptr %one, ptr %other) {
  ret i32 0
}

define i32 @compare(ptr %one, ptr %other) {
  ret i32 0
}

define void @_Z5applyv() !dbg !20 {
  call void @_ZNKSt8functionIFvvEEclEv(ptr @quiet.object), !dbg !21
  ret void
}

define i32 @main() !dbg !4 {
  %array = alloca [4 x i32]
  call void @_ZNKSt8functionIFvvEEclEv(ptr @quiet.object), !dbg !10
  call void @_ZNKSt8functionIFvvEEclEv(ptr @loud.object), !dbg !11
  call void @qsort(ptr %array, i64 4, i64 4, ptr @compare), !dbg !12
  call void @_ZNKSt8functionIFvvEEclEv(ptr @unlock.object), !dbg !13
  %given = call ptr @elsewhere(), !dbg !14
  call void @_ZNKSt8functionIFvvEEclEv(ptr %given), !dbg !14
  %function = load ptr, ptr @quiet.object, !dbg !16
  call void %function(ptr @quiet.object), !dbg !16
  call void @_Z5applyv(), !dbg !18
  call void @_ZSt4sortPFiPvS_E(ptr @compare), !dbg !23
  call void @_ZSt11stable_sortPFiPvS_E(ptr @compare), !dbg !24
  call void @_ZSt11stable_sortPFiPvS_E(ptr @compare_backwards), !dbg !25
  ret i32 0
}

declare void @qsort(ptr, i64, i64, ptr)

declare ptr @elsewhere()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "wrapped.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!10 = !DILocation(line: 10, column: 3, scope: !4)
!11 = !DILocation(line: 11, column: 3, scope: !4)
!12 = !DILocation(line: 12, column: 3, scope: !4)
!13 = !DILocation(line: 13, column: 3, scope: !4)
!14 = !DILocation(line: 14, column: 3, scope: !4)
!15 = distinct !DILocation(line: 15, column: 3, scope: !4)
!16 = !DILocation(line: 591, column: 9, scope: !17, inlinedAt: !15)
!17 = distinct !DISubprogram(name: "operator()", scope: !19, file: !22, line: 589, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!18 = !DILocation(line: 16, column: 3, scope: !4)
!19 = !DINamespace(name: "std", scope: null)
!20 = distinct !DISubprogram(name: "apply", linkageName: "_Z5applyv", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 4, column: 3, scope: !20)
!22 = !DIFile(filename: "std_function.h", directory: "/include")
!23 = !DILocation(line: 17, column: 3, scope: !4)
!24 = !DILocation(line: 18, column: 3, scope: !4)
!25 = !DILocation(line: 19, column: 3, scope: !4)
