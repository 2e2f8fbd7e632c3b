; FAIL: check %s --select binary-operand-differs
; FAIL: check %s --ignore of-no-kind-whatsoever
; FAIL: check %s --level types
; FAIL: check %s --level types=error
; FAIL: check %s --level typse=warn
; FAIL: check %s --config inputs/missing.toml
; FAIL: check %s --config inputs/no-toml.toml
; FAIL: check %s --config inputs/unknown-key.toml
; FAIL: check %s --config inputs/unknown-level.toml
; FAIL: check %s --config inputs/unknown-rule.toml
; FAIL: check no-such-file.ll
;
; Each mistake in the settings is reported in one line.

define void @nothing() {
  ret void
}
