; RUN: bit-fields %s
; RUN: bit-fields %s --format csv --relation bit_field
; RUN: bit-fields %s --format csv --relation uncertain_bit_field
; RUN: extract %s -o %t --with bit-fields
; SHOW: %t/bit_field.csv
;
; Optimised code of a module without any tags for type-based alias analysis, not even for the load of a pointer. The
; replacement of four bits of a word, from bit 4 on, may be `packet->field = value`, or an operation on a number:
; `packet->number = packet->number & ~0xf0 | (value & 15) << 4`. So no field is certain, and there is nothing to count
; or to derive. The word is the second member, which begins at bit 64: 68 +4. The structure is aligned like its pointer,
; so it ends with 4 bytes of padding.

%struct.packet = type { ptr, i32 }

define ptr @write(ptr %packet, i32 %value) {
  %data = load ptr, ptr %packet, align 8
  %at = getelementptr inbounds %struct.packet, ptr %packet, i64 0, i32 1
  %word = load i32, ptr %at, align 8
  %bits = and i32 %value, 15
  %up = shl i32 %bits, 4
  %clear = and i32 %word, -241
  %set = or i32 %clear, %up
  store i32 %set, ptr %at, align 8
  ret ptr %data
}
