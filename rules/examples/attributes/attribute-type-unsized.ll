; Broken: how much is to be copied?
%hidden = type opaque

declare void @take(ptr byval(%hidden))

; Near miss: `sret` is never copied.
%hidden = type opaque

declare void @make(ptr sret(%hidden))
