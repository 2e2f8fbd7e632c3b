//! The effects of C and C++ library functions on memory, by name.

/// A number of bytes that a function accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// At least this many.
    AtLeast(u64),
    /// The value of the argument at this position.
    Argument(u32),
    /// The product of two arguments.
    Product(u32, u32),
    /// The length of the string at this position, including its zero byte.
    String(u32),
}

/// An effect of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It reads through the argument at this position.
    Reads(u32, Length),
    /// It writes something unknown through it.
    Writes(u32, Length),
    /// It copies bytes from the target of the second argument to the target of the first.
    Copies(u32, u32, Length),
    /// It sets bytes to the value of the second of these arguments.
    Sets(u32, u32, Length),
    /// It reserves memory.
    Allocates { size: Length, is_zero: bool, may_fail: bool },
    /// It frees the memory that the argument points to.
    Frees(u32),
    /// It may free the memory that the argument points to.
    MayFree(u32),
    /// It returns its argument at this position.
    Returns(u32),
    /// It returns an address in the memory that the argument points to, or null.
    ReturnsWithin(u32),
    /// It does not return.
    Ends,
}

use Effect::{
    Allocates, Copies, Ends, Frees, MayFree, Reads, Returns, ReturnsWithin, Sets, Writes,
};
use Length::{Argument, AtLeast, Product, String};

const fn new(may_fail: bool) -> Effect {
    Allocates { size: Argument(0), is_zero: false, may_fail }
}

/// Functions and their effects, by name. They do not keep addresses, and do not access other memory that irlog
/// follows.
const FUNCTIONS: &[(&[&str], &[Effect])] = &[
    (&["malloc"], &[new(true)]),
    (&["calloc"], &[Allocates { size: Product(0, 1), is_zero: true, may_fail: true }]),
    (
        &["aligned_alloc", "memalign"],
        &[Allocates { size: Argument(1), is_zero: false, may_fail: true }],
    ),
    (&["_Znwm", "_Znam", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"], &[new(false)]),
    (&["_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"], &[new(true)]),
    (
        &[
            "free",
            "_ZdlPv",
            "_ZdaPv",
            "_ZdlPvm",
            "_ZdaPvm",
            "_ZdlPvSt11align_val_t",
            "_ZdaPvSt11align_val_t",
            "_ZdlPvmSt11align_val_t",
            "_ZdaPvmSt11align_val_t",
        ],
        &[Frees(0)],
    ),
    (&["realloc"], &[MayFree(0)]),
    (&["memcpy", "memmove"], &[Copies(0, 1, Argument(2)), Returns(0)]),
    (&["memset"], &[Sets(0, 1, Argument(2)), Returns(0)]),
    (&["memcmp", "bcmp"], &[Reads(0, Argument(2)), Reads(1, Argument(2))]),
    (&["memchr"], &[Reads(0, AtLeast(0)), ReturnsWithin(0)]),
    (&["strlen", "atoi", "atol", "atoll", "atof"], &[Reads(0, String(0))]),
    (&["strcmp", "strcasecmp"], &[Reads(0, AtLeast(1)), Reads(1, AtLeast(1))]),
    (&["strncmp", "strncasecmp"], &[Reads(0, AtLeast(0)), Reads(1, AtLeast(0))]),
    (&["strcpy"], &[Reads(1, String(1)), Writes(0, String(1)), Returns(0)]),
    (&["strncpy"], &[Reads(1, AtLeast(0)), Writes(0, Argument(2)), Returns(0)]),
    (&["strcat"], &[Reads(1, String(1)), Reads(0, AtLeast(1)), Writes(0, AtLeast(0)), Returns(0)]),
    (&["strchr", "strrchr"], &[Reads(0, AtLeast(1)), ReturnsWithin(0)]),
    (&["strstr"], &[Reads(0, AtLeast(1)), Reads(1, AtLeast(1)), ReturnsWithin(0)]),
    (&["puts", "perror"], &[Reads(0, String(0))]),
    (&["printf"], &[Reads(0, String(0))]),
    (&["fputs"], &[Reads(0, String(0))]),
    (
        &["putchar", "isalpha", "isdigit", "isspace", "toupper", "tolower", "abs", "labs", "rand"],
        &[],
    ),
    (&["exit", "_exit", "abort", "_Exit", "quick_exit", "__assert_fail"], &[Ends]),
    (&["llvm.memcpy", "llvm.memmove"], &[Copies(0, 1, Argument(2))]),
    (&["llvm.memset"], &[Sets(0, 1, Argument(2))]),
    (&["llvm.expect", "llvm.launder.invariant.group", "llvm.strip.invariant.group"], &[Returns(0)]),
    (&["llvm.trap", "llvm.ubsantrap"], &[Ends]),
];

/// The effects of the function with this name; none if they are not known.
pub(crate) fn effects(name: &str) -> Option<&'static [Effect]> {
    let is_meant = |it: &&str| {
        *it == name
            || (it.starts_with("llvm.")
                && name.strip_prefix(*it).is_some_and(|rest| rest.starts_with('.')))
    };
    let found = FUNCTIONS.iter().find(|(names, _)| names.iter().any(&is_meant));
    found.map(|(_, effects)| *effects)
}

/// Whether an intrinsic only computes a value or conveys information to LLVM, and does not change memory.
pub(crate) fn is_pure(intrinsic: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "abs",
        "assume",
        "bitreverse",
        "bswap",
        "ceil",
        "copysign",
        "cos",
        "ctlz",
        "ctpop",
        "cttz",
        "dbg",
        "exp",
        "fabs",
        "floor",
        "fma",
        "fmuladd",
        "fshl",
        "fshr",
        "invariant",
        "is.constant",
        "is.fpclass",
        "log",
        "maximum",
        "maxnum",
        "minimum",
        "minnum",
        "nearbyint",
        "objectsize",
        "pow",
        "prefetch",
        "ptrmask",
        "rint",
        "round",
        "sadd",
        "sin",
        "smax",
        "smin",
        "smul",
        "sqrt",
        "ssub",
        "threadlocal.address",
        "trunc",
        "uadd",
        "umax",
        "umin",
        "umul",
        "usub",
        "vector.reduce",
        "experimental.noalias",
        "donothing",
        "annotation",
        "stacksave",
        "eh.typeid.for",
        "pseudoprobe",
        "sideeffect",
        "allow",
    ];
    intrinsic
        .strip_prefix("llvm.")
        .is_some_and(|name| PREFIXES.iter().any(|it| name.starts_with(it)))
}
