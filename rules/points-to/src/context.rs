//! Calling contexts: the last few call sites on the way to a function.

use crate::constraints::{Constraints, FunctionKind, Site};
use facts_schema::FunctionId;

/// How many call sites the context of a function without a body has more than others: what it
/// allocates is told apart by the call.
const MORE_WITHOUT_BODY: usize = 1;

/// The largest depth that can be asked for.
pub const MAXIMAL_DEPTH: usize = 2;

/// The last call sites on the way to a function, the last first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Context([Option<Site>; MAXIMAL_DEPTH + MORE_WITHOUT_BODY]);

impl Context {
    /// No call sites: of roots, and of what exists once.
    pub const EMPTY: Self = Self([None; MAXIMAL_DEPTH + MORE_WITHOUT_BODY]);

    /// The context in which `function` runs when it is called at `site` in this context, and `depth`
    /// call sites are told apart.
    pub fn enter(
        self,
        constraints: &Constraints,
        depth: usize,
        site: Site,
        function: FunctionId,
    ) -> Self {
        let mut length = depth;
        if constraints.functions[function.0 as usize].kind != FunctionKind::Defined {
            length += MORE_WITHOUT_BODY;
        }
        let mut sites = [None; MAXIMAL_DEPTH + MORE_WITHOUT_BODY];
        for (index, entry) in sites.iter_mut().enumerate().take(length) {
            *entry = if index == 0 { Some(site) } else { self.0[index - 1] };
        }
        Self(sites)
    }

    /// The call sites, the last first.
    pub fn sites(self) -> impl Iterator<Item = Site> {
        self.0.into_iter().flatten()
    }
}
