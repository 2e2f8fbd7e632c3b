; Broken: a hidden symbol is found in this library.
@version = external hidden dllimport global i32

; Near miss: with default visibility.
@version = external dllimport global i32
