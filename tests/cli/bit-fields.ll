; RUN: bit-fields %s
; RUN: bit-fields %s --format csv -o %t-answer
; SHOW: %t-answer/structure_layout.csv %t-answer/bit_field.csv %t-answer/bit_field_use.csv
; SHOW: %t-answer/bit_field_word.csv %t-answer/bit_field_vector.csv %t-answer/bit_field_padding.csv
; SHOW: %t-answer/bit_field_read.csv %t-answer/bit_field_write.csv %t-answer/combined_access.csv
; SHOW: %t-answer/bit_field_leak.csv %t-answer/combined_load.csv
; SHOW: %t-answer/instruction_count.csv %t-answer/instruction_total.csv
; RUN: extract %s -o %t --with bit-fields
; SHOW: %t/structure.csv %t/structure_type.csv %t/bit_field.csv %t/bit_field_signedness.csv %t/bit_field_word.csv
; SHOW: %t/bit_field_read.csv %t/bit_field_write.csv %t/bit_field_padding.csv
; SHOW: %t/bit_field_leak.csv %t/combined_load.csv
; RUN: bit-fields %t --format souffle --relation structure_layout
;
; Bit fields without debug information, accessed as Clang does at -O0. The structure is from "Value-wise poison"
; (Azevedo 2020), section 4.3: `struct { char c : 2; int i : 2; }`. So it has fields at bits 0..2 and 2..4, then 4 bits
; and 3 bytes of padding: `\{ i2, i2, i4, [3 x i8] }/`; and 2 divides all widths in the word of 8 bits: <4 x i2>.

%struct.anon = type { i8, [3 x i8] }
%struct.flags = type { i32, i8 }

@s = global %struct.anon zeroinitializer
@f = global %struct.flags zeroinitializer

; `s.i = 1`, as in the thesis: five instructions today. With explicit packing, the getelementptr and the store remain:
; 2. With `ret`, 6 and 3. The word is a global, so it is initialised, and the value is a constant, so there is no leak.
define void @one() optnone noinline {
  %1 = getelementptr %struct.anon, ptr @s, i32 0, i32 0
  %2 = load i8, ptr %1, align 4
  %3 = and i8 %2, -13
  %4 = or i8 %3, 4
  store i8 %4, ptr %1, align 4
  ret void
}

; `s.c`, which is signed: shifted up by 6, down by 6. Today load, shl, ashr and sext; then load and sext. With ret: 5
; and 3.
define i32 @get_c() optnone noinline {
  %load = load i8, ptr @s, align 4
  %shl = shl i8 %load, 6
  %ashr = ashr i8 %shl, 6
  %cast = sext i8 %ashr to i32
  ret i32 %cast
}

; An uninitialised local variable: the store makes the other field poison. Of the 8 instructions, load, and, and, or
; build the word, and are removed; the value is truncated to i2 instead of i8, and stored. The variable begins with this
; field, so no address is computed: 4.
define void @leaks(i32 %value) optnone noinline {
  %object = alloca %struct.anon, align 4
  %narrow = trunc i32 %value to i8
  %load = load i8, ptr %object, align 4
  %bits = and i8 %narrow, 3
  %clear = and i8 %load, -4
  %set = or i8 %clear, %bits
  store i8 %set, ptr %object, align 4
  ret void
}

; The same with a frozen word: the adjacent fields may get another value, but none is poison. The freeze is removed with
; the word.
define void @frozen(i32 %value) optnone noinline {
  %object = alloca %struct.anon, align 4
  %narrow = trunc i32 %value to i8
  %load = load i8, ptr %object, align 4
  %freeze = freeze i8 %load
  %bits = and i8 %narrow, 3
  %clear = and i8 %freeze, -4
  %set = or i8 %clear, %bits
  store i8 %set, ptr %object, align 4
  ret void
}

; One load for both fields: elements of 2 bits would separate them. With explicit packing, there are two loads, and two
; casts to i8, where the values are compared, but no shifts: 6 instead of 7.
define i1 @same() {
  %load = load i8, ptr @s, align 4
  %up = shl i8 %load, 6
  %c = ashr i8 %up, 6
  %down = shl i8 %load, 4
  %i = ashr i8 %down, 6
  %same = icmp eq i8 %c, %i
  ret i1 %same
}

; Not bit fields: a flag that is tested and set, and a byte that is first extended to an int.
define i32 @flag() optnone noinline {
  %load = load i32, ptr @f, align 4
  %flag = and i32 %load, 4
  %set = or i32 %load, 8
  store i32 %set, ptr @f, align 4
  %address = getelementptr inbounds %struct.flags, ptr @f, i32 0, i32 1
  %byte = load i8, ptr %address, align 4
  %int = zext i8 %byte to i32
  %part = lshr i32 %int, 3
  %low = and i32 %part, 7
  %sum = add i32 %flag, %low
  ret i32 %sum
}
