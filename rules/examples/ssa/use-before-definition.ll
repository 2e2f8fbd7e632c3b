; Broken: the product is used before it is computed
define i32 @f(i32 %a) {
  %sum = add i32 %product, 1
  %product = mul i32 %a, %a
  ret i32 %sum
}
; Near miss: the block `dead` is unreachable
define i32 @f(i32 %a) {
  ret i32 %a

dead:
  %sum = add i32 %product, 1
  %product = mul i32 %a, %a
  ret i32 %sum
}
