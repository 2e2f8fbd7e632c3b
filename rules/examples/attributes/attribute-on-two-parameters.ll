; Broken: two parameters are `swiftself`.
declare swiftcc void @call(ptr swiftself, ptr swiftself)

; Near miss: the second is the context.
declare swiftcc void @call(ptr swiftself, ptr swiftasync)
