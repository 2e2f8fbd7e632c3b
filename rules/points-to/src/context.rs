//! Calling contexts: the last few call sites on the way to a function.

use crate::constraints::{Constraints, FunctionInfo, FunctionKind, Site};
use facts_schema::FunctionId;

/// How many call sites the context of a function without a body has more than others: what it
/// allocates is told apart by the call.
const MORE_WITHOUT_BODY: usize = 1;

/// The largest depth that can be asked for.
pub const MAXIMAL_DEPTH: usize = 2;

/// As many clones call each other in a row, at most.
pub const MAXIMAL_HEIGHT: usize = 18;

/// As many call sites as a context has, at most.
const LENGTH: usize = MAXIMAL_DEPTH + MAXIMAL_HEIGHT + MORE_WITHOUT_BODY;

/// The last call sites on the way to a function, the last first.
///
/// A cloned function that is called directly has all call sites of its caller's context, and before them the
/// one where it is called. So has a function without a body. A small one that is called through a pointer has the
/// call site, and those of its caller's context since the last call through a pointer. Others have as many as are
/// asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Context([Site; LENGTH]);

/// No site.
const NONE: Site = Site(u32::MAX);

impl Default for Context {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Context {
    /// No call sites: of roots, and of what exists once.
    pub const EMPTY: Self = Self([NONE; LENGTH]);

    /// The context in which `function` runs when it is called at `site` in this context, and `depth`
    /// call sites are told apart.
    pub fn enter(
        self,
        constraints: &Constraints,
        depth: usize,
        site: Site,
        function: FunctionId,
    ) -> Self {
        let info = &constraints.functions[function.0 as usize];
        let call = &constraints.sites[site.0 as usize];
        let site = call.part_of.unwrap_or(site);
        let has_body = |function: &FunctionInfo| function.kind == FunctionKind::Defined;
        if info.is_cloned_behind_pointers && call.callee.is_none() {
            return self.enter_through_pointer(constraints, depth, site);
        }
        let length = match has_body(info) {
            true if info.is_cloned && call.callee == Some(function) => LENGTH,
            true => depth,
            false if has_body(&constraints.functions[call.function.0 as usize]) => LENGTH,
            false => depth + MORE_WITHOUT_BODY,
        };
        let mut sites = [NONE; LENGTH];
        for (index, entry) in sites.iter_mut().enumerate().take(length) {
            *entry = if index == 0 { site } else { self.0[index - 1] };
        }
        Self(sites)
    }

    /// The context of a small function that is called through a pointer at `site`. Of the context of its caller it
    /// keeps the direct calls since the last call through a pointer, and as many as are asked for.
    fn enter_through_pointer(self, constraints: &Constraints, depth: usize, site: Site) -> Self {
        let is_kept = |(length, site): &(usize, Site)| {
            *length < depth || constraints.sites[site.0 as usize].callee.is_some()
        };
        let mut sites = [NONE; LENGTH];
        sites[0] = site;
        for (index, site) in (1..LENGTH).zip(self.sites()).take_while(is_kept) {
            sites[index] = site;
        }
        Self(sites)
    }

    /// The call sites, the last first.
    pub fn sites(self) -> impl Iterator<Item = Site> {
        self.0.into_iter().take_while(|site| *site != NONE)
    }
}
