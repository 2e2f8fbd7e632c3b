; All names here are harmful if they are used as HTML, JavaScript, a link, or a property of an object. The pages of
; `irlog explore` must show these names, and scripts/explore opens the pages: `broken` must stay undefined.

source_filename = "<script>window.broken=1</script>.c"

%"<script>window.broken=1</script>" = type { i32, %"__proto__", ptr }
%"__proto__" = type { i8, i64 }

@"</script><script>window.broken=1</script>" = global %"<script>window.broken=1</script>" zeroinitializer
@"<img src=x onerror=window.broken=1>" = constant [40 x i8] c"</script><script>window.broken=1</script"
@"javascript:window.broken=1" = global ptr @"');window.broken=1;('"
@constructor = global i32 7
@"&lt;b&gt;%41#function=x&value=1" = global ptr null

define void @"<script>window.broken=1</script>"(ptr %"<img src=x onerror=window.broken=1>") !dbg !5 {
"<svg onload=window.broken=1>":
  %"\22onmouseover=window.broken=1 x=\22" = alloca %"<script>window.broken=1</script>", !dbg !8
    #dbg_declare(ptr %"\22onmouseover=window.broken=1 x=\22", !9, !DIExpression(), !8)
  store ptr %"<img src=x onerror=window.broken=1>", ptr %"\22onmouseover=window.broken=1 x=\22", !dbg !8
  %hasOwnProperty = load ptr, ptr %"\22onmouseover=window.broken=1 x=\22", !dbg !8
  %same = icmp eq ptr %hasOwnProperty, null, !dbg !8
  br i1 %same, label %"</script><script>window.broken=1</script>", label %toString, !dbg !8

"</script><script>window.broken=1</script>":
  call void @"');window.broken=1;('"(), !dbg !8
  call void %hasOwnProperty(), !dbg !8
  br label %toString, !dbg !8

toString:
  ret void, !dbg !8
}

define void @"');window.broken=1;('"() {
  call void @"<script>window.broken=1</script>"(ptr @"__proto__")
  ret void
}

define internal void @"__proto__"() {
  unreachable
}

declare void @"\E2\80\A8window.broken=1;//"()

define i32 @main() {
  call void @"<script>window.broken=1</script>"(ptr @"</script><script>window.broken=1</script>")
  call void @"\E2\80\A8window.broken=1;//"()
  %poison = add nsw i32 poison, 1
  %branch = icmp eq i32 %poison, 0
  br i1 %branch, label %a, label %b

a:
  ret i32 %poison

b:
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "<script>window.broken=1</script>", emissionKind: FullDebug)
!1 = !DIFile(filename: "<script>window.broken=1</script>.c", directory: "/<b>")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "<script>window.broken=1</script>", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !DILocalVariable(name: "<script>window.broken=1</script>", scope: !5, file: !1, line: 2, type: !10)
!10 = !DICompositeType(tag: DW_TAG_structure_type, name: "<script>window.broken=1</script>", file: !1, line: 1, size: 192, elements: !{!11})
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__proto__", baseType: !12, size: 32, offset: 0)
!12 = !DIBasicType(name: "<i>int</i>", size: 32, encoding: DW_ATE_signed)
