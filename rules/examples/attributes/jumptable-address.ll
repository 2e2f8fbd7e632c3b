; Broken: the address is significant, but would be an entry in a table.
declare void @handler() jumptable

; Near miss: the address is not significant.
declare void @handler() unnamed_addr jumptable
