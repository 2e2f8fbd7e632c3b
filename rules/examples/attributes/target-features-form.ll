; Broken: is AVX to be used or not?
declare void @step() "target-features"="+sse2,avx"

; Near miss: it is not.
declare void @step() "target-features"="+sse2,-avx"
