; RUN: check %s --select LNT027
;
; Three calls are reported: those whose function may write through one of two equal arguments. A constant cannot be
; written, so a function may assume anything about it.

@text = constant [3 x i8] c"abc"
@variable = global i32 0

declare void @write(ptr noalias, ptr)
declare void @copy(ptr noalias, ptr noalias readonly)
declare void @compare(ptr noalias readonly, ptr noalias readonly)

define void @reported(ptr %place) {
  call void @write(ptr %place, ptr %place)
  call void @write(ptr @variable, ptr @variable)
  ret void
}

define void @reported_for_both(ptr %place) {
  call void @copy(ptr %place, ptr %place)
  ret void
}

define void @not_reported(ptr %place) {
  call void @write(ptr null, ptr null)
  call void @write(ptr @text, ptr @text)
  call void @write(ptr inttoptr (i64 8 to ptr), ptr inttoptr (i64 8 to ptr))
  call void @write(ptr getelementptr inbounds (i8, ptr @text, i64 1), ptr getelementptr inbounds (i8, ptr @text, i64 1))
  call void @compare(ptr %place, ptr %place)
  ret void
}
