; FAIL: extract %s -o %t/missing/facts
; FAIL: extract missing.bc -o %t
; FAIL: summary inputs
