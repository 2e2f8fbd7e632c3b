; RUN: call-graph %s --roots _ZN5RoundC2Ev --format csv --relation reachable_function
;
; External code that calls a constructor by its name may also call the virtual functions of the class.

@_ZTV5Round = internal constant [3 x ptr] [ptr null, ptr null, ptr @_ZN5Round4areaEv]

define internal void @_ZN5RoundC2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Round, i64 16), ptr %this
  ret void
}

define internal i32 @_ZN5Round4areaEv(ptr %this) {
  %area = call i32 @measure()
  ret i32 %area
}

define internal i32 @measure() {
  ret i32 3
}

define i32 @main() {
  ret i32 0
}
