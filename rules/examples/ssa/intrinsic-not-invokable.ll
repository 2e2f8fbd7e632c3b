; Broken: `llvm.ctpop` cannot unwind
declare i32 @llvm.ctpop.i32(i32)
declare i32 @__gxx_personality_v0(...)

define i32 @f(i32 %a) personality ptr @__gxx_personality_v0 {
  %bits = invoke i32 @llvm.ctpop.i32(i32 %a) to label %end unwind label %failed

end:
  ret i32 %bits

failed:
  %exception = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %exception
}
; Near miss: `llvm.donothing` may be invoked
declare void @llvm.donothing()
declare i32 @__gxx_personality_v0(...)

define i32 @f(i32 %a) personality ptr @__gxx_personality_v0 {
  invoke void @llvm.donothing() to label %end unwind label %failed

end:
  ret i32 %a

failed:
  %exception = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %exception
}
