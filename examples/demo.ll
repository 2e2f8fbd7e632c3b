; A small module to try irlog on: the C program below, in LLVM IR that a person can read.
;
;  1  struct shape { int kind, size, area; };
;  2  static int square(int size) { return size * size; }
;  3  static int triangle(int size) { return size * size / 2; }
;  4  static int (*const areas[])(int) = { square, triangle };
;  5
;  6  int measure(struct shape *shapes, int count) {
;  7    int total = 0;
;  8    for (int i = 0; i < count; i++) {
;  9      shapes[i].area = areas[shapes[i].kind](shapes[i].size);
; 10      total += shapes[i].area;
; 11    }
; 12    return total;
; 13  }
; 14
; 15  int main(void) {
; 16    struct shape shapes[2] = { { 0, 12 }, { 1, 9 } };
; 17    if (measure(shapes, 2) > 100)
; 18      puts("large");
; 19    return 0;
; 20  }

source_filename = "demo.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.shape = type { i32, i32, i32 }

@areas = internal constant [2 x ptr] [ptr @square, ptr @triangle], align 16
@initial = private constant [2 x %struct.shape] [
  %struct.shape { i32 0, i32 12, i32 0 }, %struct.shape { i32 1, i32 9, i32 0 }], align 16
@message = private unnamed_addr constant [6 x i8] c"large\00", align 1

define internal i32 @square(i32 noundef %size) #0 !dbg !5 {
  %area = mul nsw i32 %size, %size, !dbg !9
  ret i32 %area, !dbg !9
}

define internal i32 @triangle(i32 noundef %size) #0 !dbg !6 {
  %square = mul nsw i32 %size, %size, !dbg !10
  %area = sdiv i32 %square, 2, !dbg !10
  ret i32 %area, !dbg !10
}

define i32 @measure(ptr noundef %shapes, i32 noundef %count) !dbg !7 {
entry:
  %any = icmp sgt i32 %count, 0, !dbg !11
  br i1 %any, label %loop, label %end, !dbg !11

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %kind.address = getelementptr inbounds %struct.shape, ptr %shapes, i64 %i, i32 0, !dbg !12
  %kind = load i32, ptr %kind.address, align 4, !dbg !12
  %kind.wide = sext i32 %kind to i64, !dbg !12
  %slot = getelementptr inbounds [2 x ptr], ptr @areas, i64 0, i64 %kind.wide, !dbg !12
  %function = load ptr, ptr %slot, align 8, !dbg !12
  %size.address = getelementptr inbounds %struct.shape, ptr %shapes, i64 %i, i32 1, !dbg !12
  %size = load i32, ptr %size.address, align 4, !dbg !12
  ; Which function this calls is only known when the program runs.
  %area = call i32 %function(i32 noundef %size), !dbg !12
  %area.address = getelementptr inbounds %struct.shape, ptr %shapes, i64 %i, i32 2, !dbg !12
  store i32 %area, ptr %area.address, align 4, !dbg !12
  %sum = add nsw i32 %total, %area, !dbg !13
  %next = add nuw nsw i64 %i, 1, !dbg !11
  %count.wide = zext nneg i32 %count to i64, !dbg !11
  %more = icmp ult i64 %next, %count.wide, !dbg !11
  br i1 %more, label %loop, label %end, !dbg !11

end:
  %result = phi i32 [ 0, %entry ], [ %sum, %loop ]
  ret i32 %result, !dbg !14
}

define i32 @main() !dbg !8 {
  %shapes = alloca [2 x %struct.shape], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %shapes, ptr align 16 @initial, i64 24, i1 false), !dbg !15
  %total = call i32 @measure(ptr noundef %shapes, i32 noundef 2), !dbg !16
  %is.large = icmp sgt i32 %total, 100, !dbg !16
  br i1 %is.large, label %large, label %done, !dbg !16

large:
  %written = call i32 @puts(ptr noundef @message), !dbg !17
  br label %done, !dbg !17

done:
  ret i32 0, !dbg !18
}

declare i32 @puts(ptr noundef readonly) nounwind
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg)

attributes #0 = { nounwind "frame-pointer"="all" }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}

!0 = !{i32 7, !"Dwarf Version", i32 5}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "demo.c", directory: "/src")
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "square", file: !3, line: 2, type: !4, unit: !2, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "triangle", file: !3, line: 3, type: !4, unit: !2, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "measure", file: !3, line: 6, type: !4, unit: !2, spFlags: DISPFlagDefinition)
!8 = distinct !DISubprogram(name: "main", file: !3, line: 15, type: !4, unit: !2, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 2, column: 43, scope: !5)
!10 = !DILocation(line: 3, column: 50, scope: !6)
!11 = !DILocation(line: 8, column: 3, scope: !7)
!12 = !DILocation(line: 9, column: 22, scope: !7)
!13 = !DILocation(line: 10, column: 11, scope: !7)
!14 = !DILocation(line: 12, column: 3, scope: !7)
!15 = !DILocation(line: 16, column: 16, scope: !8)
!16 = !DILocation(line: 17, column: 7, scope: !8)
!17 = !DILocation(line: 18, column: 5, scope: !8)
!18 = !DILocation(line: 19, column: 3, scope: !8)
