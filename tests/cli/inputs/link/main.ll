declare i32 @used()

define i32 @main() {
  %result = call i32 @used()
  ret i32 %result
}
