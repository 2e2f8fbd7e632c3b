; Broken: no section.
declare void @step() "patchable-function-entry-section"

; Near miss: a section.
declare void @step() "patchable-function-entry-section"="__patchable"
