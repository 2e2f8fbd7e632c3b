// Pointer assertions of Rust programs; see `assertions.h`. With `--cfg executed`, the program checks them at run time,
// and writes the checked lines to standard error.

#[cfg(executed)]
#[track_caller]
fn executed(equal: bool, p: *const u8, q: *const u8) {
    let line = std::panic::Location::caller().line();
    if (p == q) != equal {
        eprintln!("line {line}: the pointers are {}", if equal { "different" } else { "equal" });
        std::process::abort();
    }
    eprintln!("checked {line}");
}

/// The pointers are equal at least once at run time.
#[allow(dead_code)]
#[cfg_attr(executed, track_caller)]
#[cfg_attr(not(executed), unsafe(no_mangle), inline(never))]
pub fn assert_may_alias(p: *const u8, q: *const u8) {
    #[cfg(executed)]
    executed(true, p, q);
    #[cfg(not(executed))]
    if p != q {
        std::process::abort();
    }
}

/// The pointers differ at every execution of this call.
#[allow(dead_code)]
#[cfg_attr(executed, track_caller)]
#[cfg_attr(not(executed), unsafe(no_mangle), inline(never))]
pub fn assert_no_alias(p: *const u8, q: *const u8) {
    #[cfg(executed)]
    executed(false, p, q);
    #[cfg(not(executed))]
    if p == q {
        std::process::abort();
    }
}

/// The address of the referenced value.
#[allow(dead_code)]
#[inline(always)]
pub fn address<T: ?Sized>(reference: &T) -> *const u8 {
    std::ptr::from_ref(reference).cast()
}

/// A number that is opaque to the compiler.
#[allow(dead_code)]
#[inline(always)]
pub fn unknown(number: usize) -> usize {
    static ZERO: std::sync::atomic::AtomicU16 = std::sync::atomic::AtomicU16::new(0);
    number + ZERO.load(std::sync::atomic::Ordering::Relaxed) as usize
}
