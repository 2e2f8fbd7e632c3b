//! What linkages say of definitions (LangRef, "Linkage Types").

use crate::Linkage;

impl Linkage {
    /// Whether only the module itself sees what has this linkage.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Internal | Self::Private)
    }

    /// Whether a definition that says something else may be linked in place of one with this linkage.
    /// All `odr` definitions of a name say the same.
    pub fn is_interposable(self) -> bool {
        matches!(self, Self::Weak | Self::LinkOnce | Self::Common | Self::ExternWeak)
    }

    /// Whether a definition with this linkage is the one in the program, not merely one that says the
    /// same: that one may be compiled in another way, and be undefined more or less often.
    pub fn is_exact(self) -> bool {
        self.is_local() || matches!(self, Self::External | Self::Appending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;

    #[test]
    fn what_may_be_replaced_is_neither_exact_nor_local() {
        for linkage in Linkage::ALL {
            assert!(!(linkage.is_exact() && linkage.is_interposable()), "{linkage:?}");
            assert!(!linkage.is_local() || linkage.is_exact(), "{linkage:?}");
        }
        let undecided = Linkage::ALL.iter().filter(|it| !it.is_exact() && !it.is_interposable());
        let undecided: Vec<&str> = undecided.map(|it| it.as_str()).collect();
        assert_eq!(undecided, ["available_externally", "linkonce_odr", "weak_odr"]);
    }
}
