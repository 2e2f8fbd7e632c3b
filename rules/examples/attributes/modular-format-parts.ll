; Broken: the name of the implementation is missing.
declare i32 @print(ptr, ...) "modular-format"="printf,1,2,__print_modular"

; Near miss: kind, format, first argument, function, implementation, and the optional parts.
declare i32 @print(ptr, ...) "modular-format"="printf,1,2,__print_modular,__print,float"
