; Broken: a float cannot be sign-extended.
declare void @print(float signext)

; Near miss: an integer can.
declare void @print(i16 signext)
