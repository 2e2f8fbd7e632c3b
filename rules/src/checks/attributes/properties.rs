//! The places where LLVM 22 allows its attributes. `tests/verdicts/attributes.rs` of the command
//! compares this table with LLVM.

/// An attribute, and where it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Properties {
    /// The attribute as LLVM writes it, without its argument.
    pub name: &'static str,
    /// Whether functions and calls can have it.
    pub function: bool,
    /// Whether parameters and arguments can have it.
    pub parameter: bool,
    /// Whether results can have it.
    pub result: bool,
    /// The types that parameters and results with the attribute may have.
    pub types: Types,
}

/// The types of parameters and results that may have an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Types {
    /// All types.
    All,
    /// All types except `void`.
    Values,
    /// Integers.
    Integers,
    /// Integers, and vectors of them.
    IntegerVectors,
    /// Floating-point numbers, vectors of them, arrays of these, and literal structures whose
    /// fields all have the same floating-point or vector type.
    Floats,
    /// Pointers.
    Pointers,
    /// Pointers, and vectors of them.
    PointerVectors,
}

macro_rules! properties {
    ($($name:literal $($position:ident)+ : $types:ident)*) => {
        /// All attributes of LLVM 22, except string attributes.
        pub const PROPERTIES: &[Properties] = &[
            $(properties! { @row $name $types $($position)+ },)*
        ];
    };
    (@row $name:literal $types:ident $($position:ident)+) => {
        {
            let mut row = Properties {
                name: $name,
                function: false,
                parameter: false,
                result: false,
                types: Types::$types,
            };
            $(row.$position = true;)+
            row
        }
    };
}

properties! {
    "align" parameter result: PointerVectors
    "alignstack" function parameter result: All
    "allocalign" parameter: Integers
    "allocptr" parameter: Pointers
    "byref" parameter: Pointers
    "byval" parameter: Pointers
    "captures" parameter: Pointers
    "dead_on_return" parameter: Pointers
    "dead_on_unwind" parameter: Pointers
    "dereferenceable" parameter result: Pointers
    "dereferenceable_or_null" parameter result: Pointers
    "elementtype" parameter: Pointers
    "immarg" parameter: All
    "inalloca" parameter: Pointers
    "initializes" parameter: Pointers
    "inreg" parameter result: All
    "nest" parameter: Pointers
    "noalias" parameter result: Pointers
    "noext" parameter result: All
    "nofpclass" parameter result: Floats
    "nofree" function parameter: All
    "nonnull" parameter result: Pointers
    "noundef" parameter result: Values
    "preallocated" function parameter: Pointers
    "range" parameter result: IntegerVectors
    "readnone" parameter: Pointers
    "readonly" parameter: Pointers
    "returned" parameter: All
    "signext" parameter result: Integers
    "sret" parameter: Pointers
    "swiftasync" parameter: All
    "swifterror" parameter: Pointers
    "swiftself" parameter: All
    "writable" parameter: Pointers
    "writeonly" parameter: All
    "zeroext" parameter result: Integers
    "allockind" function: All
    "allocsize" function: All
    "alwaysinline" function: All
    "builtin" function: All
    "cold" function: All
    "convergent" function: All
    "coro_elide_safe" function: All
    "coro_only_destroy_when_complete" function: All
    "disable_sanitizer_instrumentation" function: All
    "fn_ret_thunk_extern" function: All
    "hot" function: All
    "hybrid_patchable" function: All
    "inlinehint" function: All
    "jumptable" function: All
    "memory" function: All
    "minsize" function: All
    "mustprogress" function: All
    "naked" function: All
    "nobuiltin" function: All
    "nocallback" function: All
    "nocf_check" function: All
    "nocreateundeforpoison" function: All
    "nodivergencesource" function: All
    "noduplicate" function: All
    "noimplicitfloat" function: All
    "noinline" function: All
    "nomerge" function: All
    "nonlazybind" function: All
    "noprofile" function: All
    "norecurse" function: All
    "noredzone" function: All
    "noreturn" function: All
    "nosanitize_bounds" function: All
    "nosanitize_coverage" function: All
    "nosync" function: All
    "nounwind" function: All
    "null_pointer_is_valid" function: All
    "optdebug" function: All
    "optforfuzzing" function: All
    "optnone" function: All
    "optsize" function: All
    "presplitcoroutine" function: All
    "returns_twice" function: All
    "safestack" function: All
    "sanitize_address" function: All
    "sanitize_alloc_token" function: All
    "sanitize_hwaddress" function: All
    "sanitize_memory" function: All
    "sanitize_memtag" function: All
    "sanitize_numerical_stability" function: All
    "sanitize_realtime" function: All
    "sanitize_realtime_blocking" function: All
    "sanitize_thread" function: All
    "sanitize_type" function: All
    "shadowcallstack" function: All
    "skipprofile" function: All
    "speculatable" function: All
    "speculative_load_hardening" function: All
    "ssp" function: All
    "sspreq" function: All
    "sspstrong" function: All
    "strictfp" function: All
    "uwtable" function: All
    "vscale_range" function: All
    "willreturn" function: All
}
