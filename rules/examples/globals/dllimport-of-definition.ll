; Broken: the function is imported, but also defined.
define dllimport i32 @version() {
  ret i32 3
}

; Near miss: the definition is only for inlining.
define available_externally dllimport i32 @version() {
  ret i32 3
}
