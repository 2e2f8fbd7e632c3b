//! The reasons for steps.

use crate::definition::Rule;

/// Declares reasons beside the rules, each with its sentence.
macro_rules! reasons {
    ($($(#[doc = $sentence:literal])+ $name:ident,)*) => {
        /// The reason for a step: a rule of the definition, or a property of memory that is not tracked.
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

            /// The sentence of the reason.
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
    /// The content of escaped memory is not tracked.
    KnownIsOpaque,
    /// The content of this memory was given up, because its points-to sets became too large.
    GivenUp,
    /// An earlier solution, which still tracked memory that is opaque now, found that this object escapes.
    FoundToEscape,
    /// A call through an external pointer may run each escaped function whose parameters fit the arguments.
    ExternalCall,
    /// Pointers that the module stores in escaped memory are remembered by their offset.
    RememberedOffset,
    /// A load from escaped memory finds the pointers remembered at its offset.
    RememberedLoad,
    /// Remembered pointers flow like all pointers.
    RememberedFlow,
    /// A call through an external pointer most likely runs a function that the module itself stored where the pointer
    /// was loaded.
    RememberedCall,
}
