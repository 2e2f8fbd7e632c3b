; select: nondeterministic
; The third column of table 2.1: a poison condition chooses one of the values.

; %chosen: well-defined
define i32 @chosen(i32 noundef %a) {
  %chosen = select i1 poison, i32 %a, i32 7
  ret i32 %chosen
}
