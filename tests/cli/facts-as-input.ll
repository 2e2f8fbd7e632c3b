; RUN: extract %s -o %t --format souffle
; RUN: extract %t -o %t-again --format souffle
; RUN: extract %t -o %t-csv
; SHOW: %t/module.facts %t-again/module.facts %t-csv/module.csv %t-csv/return_value.csv
; FAIL: extract %s %t -o %t-linked
;
; A folder of facts can replace the module from which it was extracted.

source_filename = "tab\09"

define i8 @one() {
  ret i8 1
}
