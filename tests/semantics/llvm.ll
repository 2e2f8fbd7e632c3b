; Transformations of LLVM's passes that LangRef does not allow. Random functions revealed them; the generator does not
; generate them (see `random.rs`).

; `instsimplify` of LLVM 22 folds an element at an undef index to poison, because it "might be out of range". An undef
; `i1` is always in range for a vector with two elements.
; refines: no under llvm, from LangRef, "extractelement": poison only if the index exceeds the length
define i2 @undef-index.src(i1 noundef %p) {
  %r = extractelement <2 x i2> zeroinitializer, i1 undef
  ret i2 %r
}
define i2 @undef-index.tgt(i1 noundef %p) {
  ret i2 poison
}

; A wider undef may be out of range.
; refines: yes under llvm, from LangRef, "extractelement"
define i2 @wide-undef-index.src() {
  %r = extractelement <2 x i2> zeroinitializer, i2 undef
  ret i2 %r
}
define i2 @wide-undef-index.tgt() {
  ret i2 poison
}
