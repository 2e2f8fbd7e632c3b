; The values that loads read.

; Written on both paths before it is read.
; %read: well-defined
define i32 @written(i1 noundef %c, i32 noundef %a) {
  %variable = alloca i32
  br i1 %c, label %one, label %other
one:
  store i32 %a, ptr %variable
  br label %end
other:
  store i32 0, ptr %variable
  br label %end
end:
  %read = load i32, ptr %variable
  ret i32 %read
}

; Written on only one path.
; %read: undef uninitialised %read
define i32 @half(i1 noundef %c, i32 noundef %a) {
  %variable = alloca i32
  br i1 %c, label %one, label %end
one:
  store i32 %a, ptr %variable
  br label %end
end:
  %read = load i32, ptr %variable
  ret i32 %read
}

; The load reads the stored value.
; %read: poison nsw %wraps
define i32 @stored(i32 noundef %a) {
  %variable = alloca i32
  %wraps = add nsw i32 %a, 1
  store i32 %wraps, ptr %variable
  %read = load i32, ptr %variable
  ret i32 %read
}

; The address has escaped to another function, which may store any value.
; %read: poison memory %read, undef memory %read
define i32 @given.away(i32 noundef %a) {
  %variable = alloca i32
  store i32 %a, ptr %variable
  call void @use(ptr %variable)
  %read = load i32, ptr %variable
  ret i32 %read
}

; The second member was not written; the first was.
; %first: well-defined
; %second: undef uninitialised %second
define void @members(i32 noundef %a) {
  %pair = alloca { i32, i32 }
  store i32 %a, ptr %pair
  %first = load i32, ptr %pair
  %address = getelementptr inbounds { i32, i32 }, ptr %pair, i32 0, i32 1
  %second = load i32, ptr %address
  ret void
}

; The lifetime of the variable has ended.
; %read: undef uninitialised %read
define void @dead(i32 noundef %a) {
  %variable = alloca i32
  store i32 %a, ptr %variable
  call void @llvm.lifetime.end.p0(ptr %variable)
  call void @llvm.lifetime.start.p0(ptr %variable)
  %read = load i32, ptr %variable
  ret void
}

; Each iteration has a new variable.
; %read: undef uninitialised %read
define void @again(i1 noundef %c) {
entry:
  br label %loop
loop:
  %first = phi i1 [ true, %entry ], [ false, %end ]
  %variable = alloca i32
  br i1 %first, label %write, label %end
write:
  store i32 1, ptr %variable
  br label %end
end:
  %read = load i32, ptr %variable
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The memory is filled with zeros.
; %read: well-defined
define void @filled() {
  %array = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 16, i1 false)
  %address = getelementptr inbounds [4 x i32], ptr %array, i64 0, i64 2
  %read = load i32, ptr %address
  ret void
}

; Metadata: a violation of !noundef is undefined behaviour, one of !range is only poison.
; %promised: well-defined
; %ranged: poison metadata %ranged, undef memory %ranged
define void @metadata(ptr noundef %p) {
  %promised = load i32, ptr %p, !noundef !0
  %ranged = load i32, ptr %p, !range !1
  ret void
}

; An address within a variable or at its end is not poison; one beyond its end is.
; %inside: well-defined
; %end: well-defined
; %behind: poison inbounds %behind
; %none: well-defined
define void @addresses(ptr noundef %p) {
  %array = alloca [4 x i32]
  %inside = getelementptr inbounds [4 x i32], ptr %array, i64 0, i64 3
  %end = getelementptr inbounds [4 x i32], ptr %array, i64 1
  %behind = getelementptr inbounds [4 x i32], ptr %array, i64 0, i64 5
  %none = getelementptr inbounds i32, ptr %p, i64 0
  ret void
}

declare void @use(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{}
!1 = !{i32 0, i32 10}
