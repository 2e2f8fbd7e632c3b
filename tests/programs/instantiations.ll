; Instantiations of templates, for the pages of irlog explore.
;
; box<int>::get(), box<char>::get() and box<long>::get() are instantiations of one member function: lists show them
; as box<…>::get with 3 functions, which have 2 + 3 + 4 instructions. box<int>::get(int) is an overload with another
; number of parameters, and plain(int) and plain(long) are not templates: they stay alone.

%"struct.shop::box" = type { i32 }
%"struct.shop::box.1" = type { i8 }

@_ZN4shop5totalE = global i32 0

define i32 @_ZN3boxIiE3getEv(ptr %this) {
  %value = load i32, ptr %this
  ret i32 %value
}

define i32 @_ZN3boxIcE3getEv(ptr %this) {
  %value = load i8, ptr %this
  %wide = sext i8 %value to i32
  ret i32 %wide
}

define i32 @_ZN3boxIlE3getEv(ptr %this) {
  %value = load i64, ptr %this
  %narrow = trunc i64 %value to i32
  %sum = add i32 %narrow, 1
  ret i32 %sum
}

define i32 @_ZN3boxIiE3getEi(ptr %this, i32 %index) {
  ret i32 %index
}

define i32 @_Z5plaini(i32 %value) {
  ret i32 %value
}

define i32 @_Z5plainl(i64 %value) {
  ret i32 0
}

define i32 @main() {
  %one = alloca %"struct.shop::box"
  %other = alloca %"struct.shop::box.1"
  store i32 1, ptr %one
  store i8 2, ptr %other
  %a = call i32 @_ZN3boxIiE3getEv(ptr %one)
  %b = call i32 @_ZN3boxIcE3getEv(ptr %other)
  %c = call i32 @_ZN3boxIlE3getEv(ptr %one)
  %d = call i32 @_ZN3boxIiE3getEi(ptr %one, i32 %c)
  %e = call i32 @_Z5plaini(i32 %d)
  %f = call i32 @_Z5plainl(i64 0)
  %again = call i32 @_ZN3boxIiE3getEv(ptr %one)
  store i32 %again, ptr @_ZN4shop5totalE
  ret i32 0
}
