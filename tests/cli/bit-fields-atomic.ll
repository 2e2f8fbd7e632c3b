; RUN: bit-fields %s
;
; Atomic operations on a word of bit fields, `struct { int low : 3; int high : 13; }`, and a word of flags.

target datalayout = "e-m:e-i64:64"

%struct.word = type { i16, [2 x i8] }
%struct.flags = type { i32 }

; high = value, as in OpenMP's `atomic write`: written if the word has not changed since it was read.
define void @write(ptr %p, i16 %value) {
entry:
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %first = load atomic i16, ptr %field monotonic, align 4
  br label %again
again:
  %old = phi i16 [ %first, %entry ], [ %seen, %again ]
  %bits = and i16 %value, 8191
  %up = shl i16 %bits, 3
  %clear = and i16 %old, 7
  %set = or i16 %clear, %up
  %pair = cmpxchg ptr %field, i16 %old, i16 %set monotonic monotonic, align 4
  %seen = extractvalue { i16, i1 } %pair, 0
  %done = extractvalue { i16, i1 } %pair, 1
  br i1 %done, label %exit, label %again
exit:
  ret void
}

; low, which is signed: shifted up by 13, and down by 13.
define i16 @read(ptr %p) {
  %field = getelementptr inbounds %struct.word, ptr %p, i32 0, i32 0
  %load = load i16, ptr %field, align 4
  %up = shl i16 %load, 13
  %low = ashr i16 %up, 13
  ret i16 %low
}

; Not bit fields: the program cannot take the address of a bit field.
define i32 @raise(ptr %p) {
  %field = getelementptr inbounds %struct.flags, ptr %p, i32 0, i32 0
  %old = atomicrmw or ptr %field, i32 4 seq_cst, align 4
  %down = lshr i32 %old, 2
  %flag = and i32 %down, 1
  ret i32 %flag
}
