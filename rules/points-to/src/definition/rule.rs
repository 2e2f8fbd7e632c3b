//! The rules by name.

/// Declares the rules, each with its sentence.
macro_rules! rules {
    ($($(#[doc = $sentence:literal])+ $name:ident,)*) => {
        /// A rule of the definition; its documentation is what it says.
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

            /// What the rule says.
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => concat!($($sentence),+).trim_ascii(),)* }
            }
        }
    };
}

rules! {
    /// A root runs without a call.
    Root,
    /// What is called runs.
    Called,
    /// External code may call each function that it knows.
    CalledByExternal,
    /// Who takes the address of an object points to it.
    Address,
    /// What is assigned flows.
    Assign,
    /// A step moves a pointer within its object. A pointer that would leave the object is dropped, and so is one to an
    /// object or an address that the step excludes.
    Shift,
    /// What is loaded has been stored where it is loaded from, or at a place that overlaps.
    Load,
    /// External code has pointers to what it owns.
    ExternalPointer,
    /// A store writes what the stored variable points to.
    Store,
    /// A copy of memory writes what has been stored within its length, as far behind the
    /// destination as it was behind the source.
    Transfer,
    /// What external code owns holds pointers to what it owns and knows.
    ExternalContent,
    /// External code writes pointers to what it knows into all memory that it knows.
    ExternalWrite,
    /// A call runs each function that the callee points to and whose parameters fit what is
    /// passed.
    Call,
    /// Arguments flow to parameters, part by part.
    Argument,
    /// Arguments behind the parameters are variable arguments, all parts of them.
    FurtherArgument,
    /// A caller may pass on its own variable arguments.
    PassedOn,
    /// What a function returns flows to the result of its call, part by part.
    Result,
    /// External code knows what it owns.
    ExternalObject,
    /// External code knows what it is given.
    Captured,
    /// External code knows what is written to its memory, or to memory that is not followed.
    GivenAway,
    /// External code knows what is stored in what it knows.
    ReadByExternal,
    /// External code gets the arguments of calls of its functions.
    ExternalArgument,
    /// External code gets the variable arguments that are passed on to its functions.
    ExternalPassedOn,
    /// External code returns what it knows.
    ExternalResult,
    /// External code passes what it knows to the functions that it calls.
    ExternalCallArgument,
    /// External code passes what it knows as variable arguments too.
    ExternalCallFurtherArgument,
    /// External code gets what the functions that it calls return.
    ExternalCallResult,
}
