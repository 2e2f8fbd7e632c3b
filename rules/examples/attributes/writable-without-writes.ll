; Broken: memory is only read.
declare void @clear(ptr writable) memory(read)

; Near miss: arguments may be written through.
declare void @clear(ptr writable) memory(argmem: write)
