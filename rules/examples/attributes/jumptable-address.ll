; Broken: its address would be that of an entry in a table.
declare void @handler() jumptable

; Near miss: nobody cares for its address.
declare void @handler() unnamed_addr jumptable
