//! Properties of linkages (LangRef, "Linkage Types").

use crate::Linkage;

impl Linkage {
    /// Whether a global with this linkage is visible only in its module.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Internal | Self::Private)
    }

    /// Whether the linker may replace a definition with this linkage by one with different
    /// semantics. All `odr` definitions of a name are equivalent.
    pub fn is_interposable(self) -> bool {
        matches!(self, Self::Weak | Self::LinkOnce | Self::Common | Self::ExternWeak)
    }

    /// Whether a definition with this linkage is the one in the program. Otherwise the program may
    /// contain an equivalent definition that was compiled differently, and has undefined behaviour
    /// in more or fewer cases.
    pub fn is_exact(self) -> bool {
        self.is_local() || matches!(self, Self::External | Self::Appending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;

    #[test]
    fn interposable_functions_are_neither_exact_nor_local() {
        for linkage in Linkage::ALL {
            assert!(!(linkage.is_exact() && linkage.is_interposable()), "{linkage:?}");
            assert!(!linkage.is_local() || linkage.is_exact(), "{linkage:?}");
        }
        let undecided = Linkage::ALL.iter().filter(|it| !it.is_exact() && !it.is_interposable());
        let undecided: Vec<&str> = undecided.map(|it| it.as_str()).collect();
        assert_eq!(undecided, ["available_externally", "linkonce_odr", "weak_odr"]);
    }
}
