; RUN: summary %s
; RUN: extract %s -o %t
; RUN: summary %t
;
; The page is the same for a module and for its folder of facts.

source_filename = "factorial.c"
target triple = "x86_64-unknown-linux-gnu"

define i32 @factorial(i32 %number) {
entry:
  %small = icmp ult i32 %number, 2
  br i1 %small, label %end, label %recurse

recurse:
  %less = sub i32 %number, 1
  %rest = call i32 @factorial(i32 %less)
  %product = mul i32 %number, %rest
  br label %end

end:
  %result = phi i32 [ 1, %entry ], [ %product, %recurse ]
  ret i32 %result

forgotten:
  unreachable
}
