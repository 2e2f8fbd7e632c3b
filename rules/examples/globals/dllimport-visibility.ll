; Broken: a hidden symbol is defined in this library.
@version = external hidden dllimport global i32

; Near miss: default visibility.
@version = external dllimport global i32
