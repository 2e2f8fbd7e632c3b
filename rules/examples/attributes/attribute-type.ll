; Broken: a float has no sign bit to be repeated.
declare void @print(float signext)

; Near miss: an integer has.
declare void @print(i16 signext)
