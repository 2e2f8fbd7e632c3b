; Two nested loops, and an unreachable block:
;
;   entry -> outer -> inner <-> body
;              |  ^     |
;              |  +-- latch
;              v
;             end <- dead

define void @loops(i1 %c) {
entry:
  br label %outer
outer:
  br i1 %c, label %inner, label %end
inner:
  br i1 %c, label %body, label %latch
body:
  br label %inner
latch:
  br label %outer
end:
  ret void
dead:
  br label %end
}
