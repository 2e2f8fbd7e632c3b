; Broken: the address of the entry block is used
@start = global ptr blockaddress(@f, %entry)

define void @f() {
entry:
  ret void
}
; Near miss: the address of the second block is used
@start = global ptr blockaddress(@f, %second)

define void @f() {
entry:
  br label %second

second:
  ret void
}
