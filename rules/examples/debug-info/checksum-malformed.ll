; Broken: 31 digits are too few for MD5.

!example = !{!0}
!0 = !DIFile(filename: "f.c", directory: "/", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcde")

; Near miss: 32 digits.

!example = !{!0}
!0 = !DIFile(filename: "f.c", directory: "/", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef")
