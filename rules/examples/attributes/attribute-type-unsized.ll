; Broken: the size of the copy is unknown.
%hidden = type opaque

declare void @take(ptr byval(%hidden))

; Near miss: `sret` memory is never copied.
%hidden = type opaque

declare void @make(ptr sret(%hidden))
