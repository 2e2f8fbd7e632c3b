; select: ub-conditional
; The first column of table 2.1: a poison condition is undefined behaviour.

; #0: conditional poison, conditional undef
; %c: well-defined
; %chosen: well-defined
define i32 @chosen(i1 %c, i32 noundef %a) {
  %chosen = select i1 %c, i32 %a, i32 7
  ret i32 %chosen
}
