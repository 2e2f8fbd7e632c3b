; Broken: a list.

!example = !{!0}
!0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !3, file: !2, line: 1)
!3 = !{}
!2 = !DIFile(filename: "f.c", directory: "/")

; Near miss: a namespace.

!example = !{!0}
!0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !3, file: !2, line: 1)
!3 = !DINamespace(name: "n", scope: null)
!2 = !DIFile(filename: "f.c", directory: "/")
