; RUN: extract %s -o %t
; FAIL: extract %s -o %t
; RUN: extract %s -o %t --force --format souffle --only functions
; SHOW: %t/garbage_collector.facts
;
; What is there already is only replaced when the user says so.

define void @collected() gc "statepoint-example" {
  ret void
}
