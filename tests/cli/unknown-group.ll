; FAIL: extract %s -o %t --only memory,nothing
;
; The groups of relations are few enough to list.
