; Broken: each is an alias of the other.
@chicken = alias i8, getelementptr (i8, ptr @egg, i64 1)
@egg = alias i8, ptr @chicken

; Near miss: the chain of aliases ends.
@bird = global i32 1
@chicken = alias i8, getelementptr (i8, ptr @egg, i64 1)
@egg = alias i8, ptr @bird
