; Broken: `some` is not a value of the attribute.
declare void @step() "frame-pointer"="some"

; Near miss: functions that call others.
declare void @step() "frame-pointer"="non-leaf"
