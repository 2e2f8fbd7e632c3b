; semantics: value-wise
; The thesis: there is no undef, and uninitialised memory is poison (figure 3.1).

; %read: poison uninitialised %read
define i32 @read() {
  %variable = alloca i32
  %read = load i32, ptr %variable
  ret i32 %read
}

; In LLVM, undef & 0 has no undef bits. Here, it is poison.
; %none: poison undef i32 undef
define i32 @none() {
  %none = and i32 undef, 0
  ret i32 %none
}

; #0: definite poison
define void @branch() {
  br i1 undef, label %yes, label %no
yes:
  ret void
no:
  ret void
}
