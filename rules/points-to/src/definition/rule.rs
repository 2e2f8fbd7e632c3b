//! The rules by name.

/// Declares the rules, each with its sentence.
macro_rules! rules {
    ($($(#[doc = $sentence:literal])+ $name:ident,)*) => {
        /// A rule of the definition. The documentation of a variant describes the rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[doc = $sentence])+ $name,)*
        }

        impl Rule {
            /// All rules, in the order of the definition.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name of the rule in the definition.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// The description of the rule.
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => concat!($($sentence),+).trim_ascii(),)* }
            }
        }
    };
}

rules! {
    /// Root functions run without being called.
    Root,
    /// A function is reachable if a call may run it.
    Called,
    /// External code may call every function that has escaped.
    CalledByExternal,
    /// The address of an object points to the object.
    Address,
    /// An assignment copies pointers.
    Assign,
    /// A step moves a pointer within its object. Pointers that would leave the object are dropped, as are pointers to
    /// an object or address that the step excludes.
    Shift,
    /// A load reads pointers that were stored at the same or overlapping offsets.
    Load,
    /// External code has pointers to external memory.
    ExternalPointer,
    /// A store writes the pointers of the stored variable.
    Store,
    /// A memory copy writes the pointers stored within its length, at the same distance from the destination as from
    /// the source.
    Transfer,
    /// External memory holds pointers to external memory and to escaped objects.
    ExternalContent,
    /// External code writes external pointers into all escaped memory.
    ExternalWrite,
    /// A call runs each function that the callee operand points to and whose parameters fit the arguments.
    Call,
    /// Arguments flow to parameters, part by part.
    Argument,
    /// All parts of the arguments after the last parameter are variable arguments.
    VariableArgument,
    /// A caller may pass on its own variable arguments.
    ForwardedArguments,
    /// The return value of a function flows to the result of the call, part by part.
    Result,
    /// External memory has always escaped.
    ExternalObject,
    /// An object escapes if a pointer to it flows to external code.
    Captured,
    /// An object escapes if a pointer to it is written to external or opaque memory.
    WrittenToExternal,
    /// An object escapes if a pointer to it is stored in an escaped object.
    ReadByExternal,
    /// External functions receive the arguments of their calls.
    ExternalArgument,
    /// External functions receive the variable arguments that are passed on to them.
    ExternalForwardedArguments,
    /// External functions return external pointers.
    ExternalResult,
    /// External code passes external pointers to the functions that it calls.
    ExternalCallArgument,
    /// External code also passes external pointers as variable arguments.
    ExternalCallVariableArgument,
    /// External code receives the return values of the functions that it calls.
    ExternalCallResult,
}
