; Vectors by element, aggregates by member.

; The second element is a poison constant, and remains poison where it is moved.
; %inserted.0: well-defined
; %inserted.1: poison poison <2 x i32> poison
; %swapped.0: poison poison <2 x i32> poison
; %swapped.1: well-defined
; %element: well-defined
; %other: poison poison <2 x i32> poison
define void @vectors(i32 noundef %a) {
  %inserted = insertelement <2 x i32> poison, i32 %a, i32 0
  %swapped = shufflevector <2 x i32> %inserted, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %element = extractelement <2 x i32> %inserted, i32 0
  %other = extractelement <2 x i32> %inserted, i32 1
  ret void
}

; A lane of the mask is poison, and so is an element at an index that is, or may be, out of range.
; %masked.0: well-defined
; %masked.1: poison shuffle_mask %masked
; %outside: poison element_index %outside
; %anywhere: poison element_index %anywhere
; %inside: well-defined
define void @lanes(<2 x i32> noundef %v, i32 noundef %i) {
  %masked = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 0, i32 poison>
  %outside = extractelement <2 x i32> %v, i32 2
  %anywhere = extractelement <2 x i32> %v, i32 %i
  %bit = and i32 %i, 1
  %inside = extractelement <2 x i32> %v, i32 %bit
  ret void
}

; Undef in one element does not spread to the other, even if it comes from a constant.
; %sum.0: undef undef i32 undef
; %sum.1: well-defined
; %chosen.0: well-defined
; %chosen.1: poison poison i32 poison
define void @elements(<2 x i32> noundef %v, i1 noundef %c) {
  %sum = add <2 x i32> %v, <i32 undef, i32 1>
  %chosen = select i1 %c, <2 x i32> %v, <2 x i32> <i32 1, i32 poison>
  ret void
}

; A bitcast that joins elements is undef or poison if one of them is.
; %joined: undef undef i32 undef
define void @joined() {
  %joined = bitcast <2 x i32> <i32 undef, i32 1> to i64
  ret void
}

; Members are counted through all levels: { i32, [2 x i8] } has three.
; %pair.0: well-defined
; %pair.1: poison poison { i32,[2 x i8] } poison
; %pair.2: well-defined
; %first: well-defined
; %inner.0: poison poison { i32,[2 x i8] } poison
; %inner.1: well-defined
define void @members(i32 noundef %a, i8 noundef %b) {
  %one = insertvalue { i32, [2 x i8] } poison, i32 %a, 0
  %pair = insertvalue { i32, [2 x i8] } %one, i8 %b, 1, 1
  %first = extractvalue { i32, [2 x i8] } %pair, 0
  %inner = extractvalue { i32, [2 x i8] } %pair, 1
  ret void
}

; A vector with more than 16 elements is a single part.
; %many: poison poison <32 x i8> poison
define void @many(i8 noundef %a) {
  %many = insertelement <32 x i8> poison, i8 %a, i32 0
  ret void
}
