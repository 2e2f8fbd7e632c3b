; FAIL: extract %s -o %t --only memory,nothing
;
; The error lists all groups of relations, because they are few.
