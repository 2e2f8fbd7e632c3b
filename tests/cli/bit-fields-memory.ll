; RUN: bit-fields %s
;
; Bit fields in big-endian order, in memory that is not obviously initialised.
;
; The structure is `struct { unsigned a : 3; unsigned b : 5; unsigned c : 24; }`. Its first field is in the highest bits
; of the word: a in bits 29 to 32, b in bits 24 to 29, c in bits 0 to 24, counted from the lowest bit. Counted from the
; beginning of the structure, as in DWARF: 0 +3, 3 +5, 8 +24.

target datalayout = "E-m:e-i64:64-n32:64"

%struct.word = type { i32 }

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @use(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; c = value: the mask of 24 bits is 16777215, that of the others -16777216. The memory of a parameter may have been
; initialised.
define void @through_pointer(ptr %p, i32 %value) optnone noinline {
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %bits = and i32 %value, 16777215
  %clear = and i32 %load, -16777216
  %set = or i32 %clear, %bits
  store i32 %set, ptr %field, align 4
  ret void
}

; b: shifted down by 24, and the lowest 5 bits of that.
define i32 @read(ptr %p) optnone noinline {
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %down = lshr i32 %load, 24
  %b = and i32 %down, 31
  ret i32 %b
}

; a = value, in uninitialised memory.
define void @allocated(i32 %value) optnone noinline {
  %p = call ptr @malloc(i64 4)
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %bits = and i32 %value, 7
  %up = shl i32 %bits, 29
  %clear = and i32 %load, 536870911
  %set = or i32 %clear, %up
  store i32 %set, ptr %field, align 4
  call void @use(ptr %p)
  ret void
}

; All memory is zero before this: no leak.
define void @zeroed(i32 %value) optnone noinline {
  %p = call ptr @calloc(i64 1, i64 4)
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %bits = and i32 %value, 7
  %up = shl i32 %bits, 29
  %clear = and i32 %load, 536870911
  %set = or i32 %clear, %up
  store i32 %set, ptr %field, align 4
  ret void
}

; The same, although the origin of the pointer is unknown.
define void @set(ptr %p, i32 %value) optnone noinline {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %bits = and i32 %value, 7
  %up = shl i32 %bits, 29
  %clear = and i32 %load, 536870911
  %set = or i32 %clear, %up
  store i32 %set, ptr %field, align 4
  ret void
}

; @use may or may not have written to the variable: unknown.
define void @shown(i32 %value) optnone noinline {
  %p = alloca %struct.word, align 4
  call void @use(ptr %p)
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %bits = and i32 %value, 7
  %up = shl i32 %bits, 29
  %clear = and i32 %load, 536870911
  %set = or i32 %clear, %up
  store i32 %set, ptr %field, align 4
  ret void
}

; Too late: uninitialised.
define void @shown_later(i32 %value) optnone noinline {
  %p = alloca %struct.word, align 4
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i32, ptr %field, align 4
  %bits = and i32 %value, 7
  %up = shl i32 %bits, 29
  %clear = and i32 %load, 536870911
  %set = or i32 %clear, %up
  store i32 %set, ptr %field, align 4
  call void @use(ptr %p)
  ret void
}
