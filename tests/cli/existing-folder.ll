; RUN: extract %s -o %t
; FAIL: extract %s -o %t
; RUN: extract %s -o %t --force --format souffle --only functions
; SHOW: %t/garbage_collector.facts
;
; An existing folder is only replaced at the user's request.

define void @collected() gc "statepoint-example" {
  ret void
}
