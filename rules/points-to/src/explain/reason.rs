//! What says that a step holds.

use crate::definition::Rule;

/// Declares reasons beside the rules, each with its sentence.
macro_rules! reasons {
    ($($(#[doc = $sentence:literal])+ $name:ident,)*) => {
        /// What says that a step holds: a rule of the definition, or what is known of memory that is not followed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason {
            /// A rule of the definition.
            Rule(Rule),
            $($(#[doc = $sentence])+ $name,)*
        }

        impl Reason {
            /// The name of the reason.
            pub const fn name(self) -> &'static str {
                match self { Self::Rule(rule) => rule.name(), $(Self::$name => stringify!($name),)* }
            }

            /// What the reason says.
            pub const fn sentence(self) -> &'static str {
                match self {
                    Self::Rule(rule) => rule.sentence(),
                    $(Self::$name => concat!($($sentence),+).trim_ascii(),)*
                }
            }
        }
    };
}

reasons! {
    /// What memory holds is not followed once external code knows it.
    KnownIsOpaque,
    /// What this memory holds was given up, as sets of locations became too large.
    GivenUp,
    /// The search for escaping memory found that external code comes to know it; that search still
    /// followed memory that is not followed now.
    FoundToEscape,
    /// A call through a pointer of external code may be of each function that external code knows and
    /// whose parameters fit what is passed.
    ExternalCall,
    /// What the module puts into memory that external code knows is remembered by its offset.
    RememberedOffset,
    /// A load from memory that external code knows finds what is remembered at its offset.
    RememberedLoad,
    /// What is remembered flows as all pointers do.
    RememberedFlow,
    /// A call through a pointer of external code is most likely of a function that the module itself has put
    /// where the pointer comes from.
    RememberedCall,
}
