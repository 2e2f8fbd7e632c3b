; Broken: the function is imported, and defined here.
define dllimport i32 @version() {
  ret i32 3
}

; Near miss: the definition serves only to be inlined.
define available_externally dllimport i32 @version() {
  ret i32 3
}
