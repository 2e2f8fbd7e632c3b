; Broken: who would jump to the beginning?
@start = global ptr blockaddress(@f, %entry)

define void @f() {
entry:
  ret void
}
; Near miss: it is the second block
@start = global ptr blockaddress(@f, %second)

define void @f() {
entry:
  br label %second

second:
  ret void
}
