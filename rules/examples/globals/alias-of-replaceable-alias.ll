; Broken: another module's `second` may win, and `first` would not follow.
@value = global i32 1
@second = weak alias i32, ptr @value
@first = alias i32, ptr @second

; Near miss: all definitions of `second` are equivalent.
@value = global i32 1
@second = weak_odr alias i32, ptr @value
@first = alias i32, ptr @second
