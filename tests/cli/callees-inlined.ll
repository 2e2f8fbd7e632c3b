; RUN: callees %s --at inlined.cpp:10
; RUN: callees %s --at inlined.cpp:11
; RUN: callees %s --at inlined.cpp:12
; RUN: callees %s --at inlined.cpp:10 --format csv --relation inlined_wrapped_call
; RUN: callees %s --at inlined.cpp:12 --at inlined.cpp:99 --at inlined.cpp:11 --at inlined.cpp:12
; RUN: callees %s --at inlined.cpp:12 --at inlined.cpp:99 --at inlined.cpp:11 --format csv --relation call_at_line
;
; Functions of the program that the compiler has inlined into library functions, according to debug information:
;
; - On line 10, `Loud::operator()` has been inlined into the function that `std::function` calls. The module has no
;   other body of it. Its own call of @_Z4playv belongs to the line in it, not to line 10.
; - On line 11, `Soft::operator()` has been inlined in the same way, but the module also has the function.
; - On line 12, a library function has been inlined into another one, so its call is followed.

%function = type { ptr, ptr }

@loud.object = internal global %function { ptr @_ZNSt17_Function_handlerIFvvE4LoudE9_M_invokeERKSt9_Any_data, ptr null }
@soft.object = internal global %function { ptr @_ZNSt17_Function_handlerIFvvE4SoftE9_M_invokeERKSt9_Any_data, ptr null }
@plain.object = internal global %function { ptr @_ZNSt17_Function_handlerIFvvEPS0_E9_M_invokeERKSt9_Any_data, ptr null }

; std::function<void ()>::operator()() const
define linkonce_odr void @_ZNKSt8functionIFvvEEclEv(ptr %this) {
  %function = load ptr, ptr %this
  call void %function(ptr %this)
  ret void
}

define linkonce_odr void @_ZNSt17_Function_handlerIFvvE4LoudE9_M_invokeERKSt9_Any_data(ptr %data) !dbg !20 {
  call void @_Z4playv(), !dbg !26
  ret void
}

define linkonce_odr void @_ZNSt17_Function_handlerIFvvE4SoftE9_M_invokeERKSt9_Any_data(ptr %data) !dbg !21 {
  call void @_Z4playv(), !dbg !28
  ret void
}

define linkonce_odr void @_ZNSt17_Function_handlerIFvvEPS0_E9_M_invokeERKSt9_Any_data(ptr %data) !dbg !22 {
  call void @_Z4playv(), !dbg !30
  ret void
}

; Soft::operator()()
define void @_ZN4SoftclEv(ptr %this) !dbg !24 {
  call void @_Z4playv(), !dbg !33
  ret void
}

define void @_Z4playv() {
  ret void
}

define i32 @main() !dbg !4 {
  call void @_ZNKSt8functionIFvvEEclEv(ptr @loud.object), !dbg !10
  call void @_ZNKSt8functionIFvvEEclEv(ptr @soft.object), !dbg !11
  call void @_ZNKSt8functionIFvvEEclEv(ptr @plain.object), !dbg !12
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "inlined.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!10 = !DILocation(line: 10, column: 3, scope: !4)
!11 = !DILocation(line: 11, column: 3, scope: !4)
!12 = !DILocation(line: 12, column: 3, scope: !4)
!13 = !DIFile(filename: "std_function.h", directory: "/usr/include/c++/12/bits")
!14 = !DINamespace(name: "std", scope: null)
!20 = distinct !DISubprogram(name: "_M_invoke", linkageName: "_ZNSt17_Function_handlerIFvvE4LoudE9_M_invokeERKSt9_Any_data", scope: !14, file: !13, line: 288, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!21 = distinct !DISubprogram(name: "_M_invoke", linkageName: "_ZNSt17_Function_handlerIFvvE4SoftE9_M_invokeERKSt9_Any_data", scope: !14, file: !13, line: 288, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!22 = distinct !DISubprogram(name: "_M_invoke", linkageName: "_ZNSt17_Function_handlerIFvvEPS0_E9_M_invokeERKSt9_Any_data", scope: !14, file: !13, line: 288, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!23 = distinct !DISubprogram(name: "operator()", linkageName: "_ZN4LoudclEv", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!24 = distinct !DISubprogram(name: "operator()", linkageName: "_ZN4SoftclEv", scope: !1, file: !1, line: 4, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!25 = distinct !DISubprogram(name: "__invoke", linkageName: "_ZSt8__invokeIPFvvEEvOT_", scope: !14, file: !13, line: 61, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!26 = !DILocation(line: 2, column: 30, scope: !23, inlinedAt: !27)
!27 = distinct !DILocation(line: 290, column: 9, scope: !20)
!28 = !DILocation(line: 4, column: 30, scope: !24, inlinedAt: !29)
!29 = distinct !DILocation(line: 290, column: 9, scope: !21)
!30 = !DILocation(line: 61, column: 14, scope: !25, inlinedAt: !31)
!31 = distinct !DILocation(line: 290, column: 9, scope: !22)
!33 = !DILocation(line: 4, column: 30, scope: !24)
