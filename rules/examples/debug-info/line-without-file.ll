; Broken: a line without a file.

!example = !{!0}
!0 = !DISubprogram(name: "f", line: 1, spFlags: 0)

; Near miss: a line of a file.

!example = !{!0}
!0 = !DISubprogram(name: "f", file: !2, line: 1, spFlags: 0)
!2 = !DIFile(filename: "f.c", directory: "/")
