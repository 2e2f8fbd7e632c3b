; Functions with the names of constructors and destructors (Itanium C++ ABI) that read the base class's vtable pointer,
; or do not overwrite it, in ways that compilers seldom generate.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@type = internal global i8 0
@_ZTV4Base = internal constant [3 x ptr] [ptr null, ptr @type, ptr null]
@_ZTV6Second = internal constant [3 x ptr] zeroinitializer
@_ZTV5Third = internal constant [3 x ptr] zeroinitializer
@_ZTV4Wide = internal constant [3 x ptr] zeroinitializer
@_ZTV5Split = internal constant [3 x ptr] zeroinitializer
@_ZTV5Later = internal constant [3 x ptr] zeroinitializer
@_ZTV6Before = internal constant [3 x ptr] zeroinitializer
@_ZTV4Slot = internal constant [3 x ptr] zeroinitializer
@_ZTV5Twice = internal constant [3 x ptr] zeroinitializer
@_ZTV6Thrown = internal constant [3 x ptr] zeroinitializer
@_ZTV6Branch = internal constant [3 x ptr] zeroinitializer
@_ZTV5Loops = internal constant [3 x ptr] zeroinitializer
@_ZTV7Aliased = internal constant [3 x ptr] zeroinitializer
@_ZTV6Listed = internal constant [3 x ptr] zeroinitializer
@_ZTV8Numbered = internal constant [3 x ptr] zeroinitializer
@_ZTV6Passed = internal constant [3 x ptr] zeroinitializer
@_ZTV6Stored = internal constant [3 x ptr] zeroinitializer
@_ZTV5Named = internal constant [3 x ptr] zeroinitializer
@_ZTV4Kept = internal constant [3 x ptr] zeroinitializer
@_ZTV6Global = internal constant [3 x ptr] zeroinitializer
@_ZTV5Early = internal constant [3 x ptr] zeroinitializer
@_ZTV4Late = internal constant [3 x ptr] zeroinitializer
@_ZTV7Shifted = internal constant [3 x ptr] zeroinitializer
@_ZTV5Typed = internal constant [3 x ptr] zeroinitializer
@_ZTV7Waiting = internal constant [3 x ptr] zeroinitializer
@_ZTV10Exchanging = internal constant [3 x ptr] zeroinitializer
@_ZTV6Asking = internal constant [3 x ptr] zeroinitializer
@other = internal global ptr null
@shared1 = internal global ptr null
@shared2 = internal global ptr null
@shared3 = internal global ptr null
@done = internal global i32 0
@slot = internal global ptr null
@function = internal global ptr @look
@object = internal global ptr null
@constructor = internal global ptr null
@initial = internal global ptr @_ZN5ThirdC1Ev
@listed = internal global [1 x ptr] [ptr @_ZN6ListedC1Ev]
@number = internal global i64 ptrtoint (ptr @_ZN8NumberedC1Ev to i64)

; The constructor of the base class.
define internal void @_ZN4BaseC2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %this
  ret void
}

; A load of two pointers at once; the second is the vtable pointer.
define internal void @_ZN4WideC2Ev(ptr %this) {
  %part = getelementptr i8, ptr %this, i64 8
  call void @_ZN4BaseC2Ev(ptr %part)
  %both = load <2 x ptr>, ptr %this
  %found = extractelement <2 x ptr> %both, i64 1
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Wide, i64 16), ptr %part
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  ret void
}

; Half of the pointer is overwritten with its own value.
define internal void @_ZN5SplitC2Ev(ptr %this) {
  call void @_ZN4BaseC2Ev(ptr %this)
  %number = ptrtoint ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16) to i64
  %half = trunc i64 %number to i32
  store i32 %half, ptr %this
  %found = load ptr, ptr %this
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Split, i64 16), ptr %this
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  ret void
}

; The block that computes the address follows the block that reads from it.
define internal void @_ZN5LaterC2Ev(ptr %this) {
  br label %first
last:
  %again = getelementptr i8, ptr %part, i64 0
  %found = load ptr, ptr %again
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Later, i64 16), ptr %part
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  ret void
first:
  %part = getelementptr i8, ptr %this, i64 8
  call void @_ZN4BaseC2Ev(ptr %part)
  br label %last
}

; Reads the type of the object through another pointer.
define internal void @_ZN5TypedC2Ev(ptr %this) {
  store ptr %this, ptr @object
  call void @_ZN4BaseC2Ev(ptr %this)
  %same = load ptr, ptr @object
  %table = load ptr, ptr %same
  %address = getelementptr i8, ptr %table, i64 -8
  %type = load ptr, ptr %address
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Typed, i64 16), ptr %this
  call void @assert_may_alias(ptr %type, ptr @type)
  ret void
}

; Another thread reads from the object while the constructor waits for the thread.
define internal void @_ZN7WaitingC2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV7Waiting, i64 8), ptr %this
  store atomic ptr %this, ptr @shared1 release, align 8
  br label %wait
wait:
  %seen = load atomic i32, ptr @done acquire, align 4
  %ready = icmp eq i32 %seen, 1
  br i1 %ready, label %end, label %wait
end:
  store ptr getelementptr inbounds (i8, ptr @_ZTV7Waiting, i64 16), ptr %this
  ret void
}

; The same, but the constructor changes the variable for which it waits.
define internal void @_ZN10ExchangingC2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV10Exchanging, i64 8), ptr %this
  store atomic ptr %this, ptr @shared2 release, align 8
  br label %wait
wait:
  %seen = cmpxchg ptr @done, i32 2, i32 3 acq_rel acquire
  %ready = extractvalue { i32, i1 } %seen, 1
  br i1 %ready, label %end, label %wait
end:
  store ptr getelementptr inbounds (i8, ptr @_ZTV10Exchanging, i64 16), ptr %this
  ret void
}

; The same, but the constructor calls a function that waits.
define internal void @_ZN6AskingC2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Asking, i64 8), ptr %this
  store atomic ptr %this, ptr @shared3 release, align 8
  call void @wait()
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Asking, i64 16), ptr %this
  ret void
}

define internal void @wait() {
  br label %wait
wait:
  %seen = load atomic i32, ptr @done acquire, align 4
  %ready = icmp eq i32 %seen, 4
  br i1 %ready, label %end, label %wait
end:
  ret void
}

; Reads from each of these objects.
define internal ptr @help(ptr %unused) {
  br label %wait1
wait1:
  %object1 = atomicrmw xchg ptr @shared1, ptr null acquire
  %nothing1 = icmp eq ptr %object1, null
  br i1 %nothing1, label %wait1, label %read1
read1:
  %table1 = load ptr, ptr %object1
  call void @assert_may_alias(ptr %table1, ptr getelementptr inbounds (i8, ptr @_ZTV7Waiting, i64 8))
  %before1 = atomicrmw add ptr @done, i32 1 release
  br label %wait2
wait2:
  %object2 = atomicrmw xchg ptr @shared2, ptr null acquire
  %nothing2 = icmp eq ptr %object2, null
  br i1 %nothing2, label %wait2, label %read2
read2:
  %table2 = load ptr, ptr %object2
  call void @assert_may_alias(ptr %table2, ptr getelementptr inbounds (i8, ptr @_ZTV10Exchanging, i64 8))
  %before2 = atomicrmw add ptr @done, i32 1 release
  br label %wait3
wait3:
  %object3 = atomicrmw xchg ptr @shared3, ptr null acquire
  %nothing3 = icmp eq ptr %object3, null
  br i1 %nothing3, label %wait3, label %read3
read3:
  %table3 = load ptr, ptr %object3
  call void @assert_may_alias(ptr %table3, ptr getelementptr inbounds (i8, ptr @_ZTV6Asking, i64 8))
  %before3 = atomicrmw add ptr @done, i32 1 release
  br label %end
end:
  ret ptr null
}

; The vtable pointer is before the address that the constructor receives.
define internal void @_ZN6BeforeC2Ev(ptr %this) {
  %part = getelementptr i8, ptr %this, i64 -8
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Before, i64 16), ptr %part
  ret void
}

; Another object is overwritten: the variable no longer contains the address of this one.
define internal void @_ZN4SlotC2Ev(ptr %this) {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  call void @_ZN4BaseC2Ev(ptr %this)
  %another = load ptr, ptr @other
  store ptr %another, ptr %slot
  %overwritten = load ptr, ptr %slot
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Slot, i64 16), ptr %overwritten
  ret void
}

; The same, but a function has changed the variable.
define internal void @_ZN5TwiceC2Ev(ptr %this) {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  call void @_ZN4BaseC2Ev(ptr %this)
  call void @change(ptr %slot)
  %overwritten = load ptr, ptr %slot
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Twice, i64 16), ptr %overwritten
  ret void
}

; The same, but the variable's address has escaped to the function.
define internal void @_ZN4KeptC2Ev(ptr %this) {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  store ptr %slot, ptr @slot
  call void @_ZN4BaseC2Ev(ptr %this)
  %known = load ptr, ptr @slot
  call void @change(ptr %known)
  %overwritten = load ptr, ptr %slot
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Kept, i64 16), ptr %overwritten
  ret void
}

; The same, with a global variable.
define internal void @_ZN6GlobalC2Ev(ptr %this) {
  store ptr %this, ptr @slot
  call void @_ZN4BaseC2Ev(ptr %this)
  call void @change_global()
  %overwritten = load ptr, ptr @slot
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Global, i64 16), ptr %overwritten
  ret void
}

define internal void @change_global() {
  call void @change(ptr @slot)
  ret void
}

define internal void @change(ptr %slot) {
  %another = load ptr, ptr @other
  store ptr %another, ptr %slot
  ret void
}

; The vtable pointer is read where an exception is caught.
define internal void @_ZN6ThrownC2Ev(ptr %this) personality ptr @__gxx_personality_v0 {
  call void @_ZN4BaseC2Ev(ptr %this)
  invoke void @throw() to label %normally unwind label %handler
normally:
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Thrown, i64 16), ptr %this
  ret void
handler:
  %caught = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %caught, 0
  %found = load ptr, ptr %this
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call ptr @__cxa_begin_catch(ptr %exception)
  call void @__cxa_end_catch()
  ret void
}

define internal void @throw() {
  %exception = call ptr @__cxa_allocate_exception(i64 8)
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
}

; The vtable pointer is overwritten on only one of two paths.
define internal void @_ZN6BranchC2Ev(ptr %this) {
  call void @_ZN4BaseC2Ev(ptr %this)
  %known = icmp eq ptr %this, null
  br i1 %known, label %never, label %end
never:
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Branch, i64 16), ptr %this
  br label %end
end:
  ret void
}

; The vtable pointer is read in the next iteration of a loop, by its first instruction.
define internal void @_ZN5LoopsC2Ev(ptr %this) {
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ 1, %loop ]
  %found = load ptr, ptr %this
  store ptr %found, ptr @object
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16), ptr %this
  %again = icmp eq i32 %turn, 0
  br i1 %again, label %loop, label %end
end:
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Loops, i64 16), ptr %this
  ret void
}

; Constructors that are not only called by name: their addresses are stored, and occur in constants.
define internal void @_ZN7AliasedC1Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV7Aliased, i64 16), ptr %this
  ret void
}

define internal void @_ZN6ListedC1Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Listed, i64 16), ptr %this
  ret void
}

define internal void @_ZN8NumberedC1Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV8Numbered, i64 16), ptr %this
  ret void
}

define internal void @_ZN6StoredC1Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Stored, i64 16), ptr %this
  ret void
}

define internal void @_ZN5ThirdC1Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Third, i64 16), ptr %this
  ret void
}

; A constructor receives its own address.
define internal void @_ZN6PassedC1EPv(ptr %this, ptr %again) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Passed, i64 16), ptr %this
  store ptr %again, ptr @constructor
  ret void
}

; A constructor has aliases.
define internal void @_ZN5NamedC2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Named, i64 16), ptr %this
  ret void
}

@_ZN5NamedC1Ev = internal alias void (ptr), ptr @_ZN5NamedC2Ev
@again = internal alias void (ptr), ptr @_ZN5NamedC1Ev
@aliased = internal alias void (ptr), ptr @_ZN7AliasedC1Ev

; A destructor begins with other instructions before it overwrites the pointer.
define internal void @_ZN5EarlyC2Ev(ptr %this) {
  store ptr %this, ptr @object
  call void @_ZN4BaseC2Ev(ptr %this)
  call void @_ZN4LateD2Ev(ptr %this)
  store ptr getelementptr inbounds (i8, ptr @_ZTV5Early, i64 16), ptr %this
  ret void
}

define internal void @_ZN4LateD2Ev(ptr %this) {
  %function = load ptr, ptr @function
  call void %function()
  store ptr getelementptr inbounds (i8, ptr @_ZTV4Late, i64 16), ptr %this
  ret void
}

define internal void @look() {
  %this = load ptr, ptr @object
  %found = load ptr, ptr %this
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  ret void
}

; A destructor overwrites another pointer.
define internal void @_ZN7ShiftedC2Ev(ptr %this) {
  %part = getelementptr i8, ptr %this, i64 8
  call void @_ZN4BaseC2Ev(ptr %this)
  store ptr getelementptr inbounds (i8, ptr @_ZTV7Shifted, i64 16), ptr %part
  call void @_ZN7ShiftedD2Ev(ptr %part)
  ret void
}

define internal void @_ZN7ShiftedD2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV7Shifted, i64 16), ptr %this
  ret void
}

; A destructor reads the pointer that it has stored.
define internal void @_ZN6SecondD2Ev(ptr %this) {
  store ptr getelementptr inbounds (i8, ptr @_ZTV6Second, i64 16), ptr %this
  %found = load ptr, ptr %this
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV6Second, i64 16))
  ret void
}

define i32 @main() {
  %wide = alloca [2 x ptr]
  %split = alloca [2 x ptr]
  %later = alloca [2 x ptr]
  %before = alloca [2 x ptr]
  %slot = alloca [2 x ptr]
  %twice = alloca [2 x ptr]
  %thrown = alloca [2 x ptr]
  %branch = alloca [2 x ptr]
  %loops = alloca [2 x ptr]
  %aliased = alloca [2 x ptr]
  %listed = alloca [2 x ptr]
  %numbered = alloca [2 x ptr]
  %third = alloca [2 x ptr]
  %stored = alloca [2 x ptr]
  %passed = alloca [2 x ptr]
  %named = alloca [2 x ptr]
  %second = alloca [2 x ptr]
  %kept = alloca [2 x ptr]
  %global = alloca [2 x ptr]
  %early = alloca [2 x ptr]
  %shifted = alloca [2 x ptr]
  %typed = alloca [2 x ptr]
  %waiting = alloca [2 x ptr]
  %exchanging = alloca [2 x ptr]
  %asking = alloca [2 x ptr]
  %decoy = alloca [2 x ptr]
  %thread = alloca i64
  store ptr %decoy, ptr @other
  call void @_ZN4WideC2Ev(ptr %wide)
  call void @_ZN5SplitC2Ev(ptr %split)
  call void @_ZN5LaterC2Ev(ptr %later)
  %middle = getelementptr i8, ptr %before, i64 8
  call void @_ZN6BeforeC2Ev(ptr %middle)
  %found = load ptr, ptr %before
  call void @assert_may_alias(ptr %found, ptr getelementptr inbounds (i8, ptr @_ZTV6Before, i64 16))
  call void @_ZN4SlotC2Ev(ptr %slot)
  %found0 = load ptr, ptr %slot
  call void @assert_may_alias(ptr %found0, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call void @_ZN5TwiceC2Ev(ptr %twice)
  %found1 = load ptr, ptr %twice
  call void @assert_may_alias(ptr %found1, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call void @_ZN6ThrownC2Ev(ptr %thrown)
  call void @_ZN6BranchC2Ev(ptr %branch)
  %found2 = load ptr, ptr %branch
  call void @assert_may_alias(ptr %found2, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call void @_ZN5LoopsC2Ev(ptr %loops)
  %old = load ptr, ptr @object
  call void @assert_may_alias(ptr %old, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  store ptr @_ZN6StoredC1Ev, ptr @constructor
  %stored.c = load ptr, ptr @constructor
  call void %stored.c(ptr %stored)
  %found3 = load ptr, ptr %stored
  call void @assert_may_alias(ptr %found3, ptr getelementptr inbounds (i8, ptr @_ZTV6Stored, i64 16))
  store ptr @aliased, ptr @constructor
  %aliased.c = load ptr, ptr @constructor
  call void %aliased.c(ptr %aliased)
  %found4 = load ptr, ptr %aliased
  call void @assert_may_alias(ptr %found4, ptr getelementptr inbounds (i8, ptr @_ZTV7Aliased, i64 16))
  %listed.c = load ptr, ptr @listed
  call void %listed.c(ptr %listed)
  %found5 = load ptr, ptr %listed
  call void @assert_may_alias(ptr %found5, ptr getelementptr inbounds (i8, ptr @_ZTV6Listed, i64 16))
  %third.c = load ptr, ptr @initial
  call void %third.c(ptr %third)
  %found6 = load ptr, ptr %third
  call void @assert_may_alias(ptr %found6, ptr getelementptr inbounds (i8, ptr @_ZTV5Third, i64 16))
  %numbered.n = load i64, ptr @number
  %numbered.c = inttoptr i64 %numbered.n to ptr
  call void %numbered.c(ptr %numbered)
  %found7 = load ptr, ptr %numbered
  call void @assert_may_alias(ptr %found7, ptr getelementptr inbounds (i8, ptr @_ZTV8Numbered, i64 16))
  call void @_ZN6PassedC1EPv(ptr %decoy, ptr @_ZN6PassedC1EPv)
  %passed.c = load ptr, ptr @constructor
  call void %passed.c(ptr %passed, ptr null)
  %found8 = load ptr, ptr %passed
  call void @assert_may_alias(ptr %found8, ptr getelementptr inbounds (i8, ptr @_ZTV6Passed, i64 16))
  call void @again(ptr %named)
  %found9 = load ptr, ptr %named
  call void @assert_may_alias(ptr %found9, ptr getelementptr inbounds (i8, ptr @_ZTV5Named, i64 16))
  call void @_ZN6SecondD2Ev(ptr %second)
  call void @_ZN4KeptC2Ev(ptr %kept)
  %f0 = load ptr, ptr %kept
  call void @assert_may_alias(ptr %f0, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call void @_ZN6GlobalC2Ev(ptr %global)
  %f1 = load ptr, ptr %global
  call void @assert_may_alias(ptr %f1, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call void @_ZN7ShiftedC2Ev(ptr %shifted)
  %f2 = load ptr, ptr %shifted
  call void @assert_may_alias(ptr %f2, ptr getelementptr inbounds (i8, ptr @_ZTV4Base, i64 16))
  call void @_ZN5EarlyC2Ev(ptr %early)
  call void @_ZN5TypedC2Ev(ptr %typed)
  call i32 @pthread_create(ptr %thread, ptr null, ptr @help, ptr null)
  call void @_ZN7WaitingC2Ev(ptr %waiting)
  call void @_ZN10ExchangingC2Ev(ptr %exchanging)
  call void @_ZN6AskingC2Ev(ptr %asking)
  %handle = load i64, ptr %thread
  call i32 @pthread_join(i64 %handle, ptr null)
  ret i32 0
}

define weak_odr void @assert_may_alias(ptr %p, ptr %q) noinline optnone {
  ret void
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
@_ZTIi = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
