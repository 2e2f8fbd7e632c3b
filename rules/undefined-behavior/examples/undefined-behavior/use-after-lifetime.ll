; Broken: the lifetime of the variable ends with its function
define i32 @through_the_address_of_a_variable() {
  %address = call ptr @variable()
  %value = load i32, ptr %address
  ret i32 %value
}
define internal ptr @variable() {
  %variable = alloca i32
  store i32 7, ptr %variable
  ret ptr %variable
}
; Near miss: the variable is still there
define i32 @in_its_function() {
  %variable = alloca i32
  store i32 7, ptr %variable
  %value = load i32, ptr %variable
  ret i32 %value
}
