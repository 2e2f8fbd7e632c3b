; Invalid addresses, and divisors that are zero in one lane.

; LangRef, memcpy: if the length is not zero, both pointers must be well defined; memory is accessed through both. There
; is no memory at null.
; #0: definite null
define void @copied.to(ptr noundef %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %p, i64 8, i1 false)
  ret void
}

; #0: definite null
define void @copied.from(ptr noundef %p) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr null, i64 8, i1 false)
  ret void
}

; #0: definite null
define void @filled() {
  call void @llvm.memset.p0.i64(ptr null, i8 0, i64 1, i1 false)
  ret void
}

; LangRef, memcpy: nothing happens if the length is zero, which %n may be.
; #0: nothing
; #1: nothing
define void @maybe.empty(ptr noundef %p, i64 noundef %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %p, i64 0, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %p, i64 %n, i1 false)
  ret void
}

; #0: definite undef
; #1: definite poison
; #2: nothing
define void @undefined(ptr noundef %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr undef, ptr %p, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr poison, i8 0, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr poison, i8 0, i64 0, i1 false)
  ret void
}

; LangRef, Volatile Memory Accesses: they may use addresses that do not point to memory.
; #0: nothing
; #1: nothing
; #2: nothing
define void @volatile(ptr noundef %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %p, i64 8, i1 true)
  store volatile i32 0, ptr null
  %read = load volatile i32, ptr null
  ret void
}

; The same through a variable.
; #3: nothing
define void @volatile.loaded() {
  %p = alloca ptr
  store ptr null, ptr %p
  %address = load ptr, ptr %p
  store volatile i32 0, ptr %address
  ret void
}

; Nothing is read.
; #0: nothing
define void @empty() {
  %read = load {}, ptr null
  ret void
}

; #0: definite null
define void @updated() {
  %old = atomicrmw add ptr null, i32 1 seq_cst
  ret void
}

; #0: definite null
define i32 @called() {
  %read = call i32 null()
  ret i32 %read
}

; LangRef, indirectbr: the address must be the address of a block in the list, which null is not.
; #0: definite null
define void @branched() {
entry:
  indirectbr ptr null, [label %end]
end:
  ret void
}

; LangRef, getelementptr: only null is in bounds of null, so the address is poison.
; #1: definite null, conditional poison
define i32 @in.bounds() {
  %address = getelementptr inbounds i8, ptr null, i64 4
  %read = load i32, ptr %address
  ret i32 %read
}

; It is poison, or null if the index is zero.
; #1: definite null, conditional poison
define i32 @indexed(i64 noundef %i) {
  %address = getelementptr inbounds i32, ptr null, i64 %i
  %read = load i32, ptr %address
  ret i32 %read
}

; LangRef, Pointer Aliasing Rules: a null pointer is associated with no address, and so are pointers based on it.
; #1: definite null
define i32 @out.of.bounds() {
  %address = getelementptr i8, ptr null, i64 4
  %read = load i32, ptr %address
  ret i32 %read
}

; The same for an address that is in bounds of that one, if it is not poison.
; #2: conditional poison, definite null
define i32 @in.bounds.of.another() {
  %base = getelementptr i8, ptr null, i64 4
  %address = getelementptr inbounds i8, ptr %base, i64 4
  %read = load i32, ptr %address
  ret i32 %read
}

; Forwards and backwards.
; #2: definite null
define i32 @back() {
  %there = getelementptr i8, ptr null, i64 4
  %address = getelementptr i8, ptr %there, i64 -4
  %read = load i32, ptr %address
  ret i32 %read
}

; Null is a valid address here.
; #0: nothing
; #2: conditional poison
define void @valid(ptr noundef %p) null_pointer_is_valid {
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %p, i64 8, i1 false)
  %address = getelementptr inbounds i8, ptr null, i64 4
  %read = load i32, ptr %address
  ret void
}

; Null is a valid address in other address spaces.
; #0: nothing
define void @other.space() {
  store i32 0, ptr addrspace(1) null
  ret void
}

; LangRef, udiv: no element of a vector divisor may be zero.
; #0: definite zero
; #1: definite zero
; #2: nothing
define void @lanes(<2 x i32> noundef %a) {
  %quotient = udiv <2 x i32> %a, <i32 1, i32 0>
  %remainder = srem <2 x i32> %a, zeroinitializer
  %other = udiv <2 x i32> %a, <i32 1, i32 2>
  ret void
}

; #0: definite zero
define i128 @wide(i128 noundef %a) {
  %quotient = sdiv i128 %a, 0
  ret i128 %quotient
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
