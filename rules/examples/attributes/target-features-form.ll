; Broken: a feature without `+` or `-`.
declare void @step() "target-features"="+sse2,avx"

; Near miss: the feature is disabled.
declare void @step() "target-features"="+sse2,-avx"
