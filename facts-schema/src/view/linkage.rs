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
