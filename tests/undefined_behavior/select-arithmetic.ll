; select: arithmetic
; The last column of table 2.1: poison if any operand is.

; %chosen: poison nsw %wraps
define i32 @known(i32 noundef %a) {
  %wraps = add nsw i32 %a, 1
  %chosen = select i1 true, i32 %a, i32 %wraps
  ret i32 %chosen
}
