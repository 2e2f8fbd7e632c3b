; RUN: extract %s inputs/library.ll -o %t
; SHOW: %t/function.csv %t/instruction.csv %t/global_flag.csv
;
; LLVM's linker combines several inputs into one module: the declaration of @twice here is resolved to the definition in
; the library.

declare i32 @twice(i32)

define i32 @main() {
  %result = call i32 @twice(i32 21)
  ret i32 %result
}
