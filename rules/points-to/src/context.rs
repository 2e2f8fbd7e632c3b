//! Calling contexts: the last call sites on the way to a function (call strings).

use crate::constraints::{CallSite, Constraints, FunctionInfo, FunctionKind};
use facts_schema::FunctionId;

/// The number of additional call sites in the context of a function without a body. They distinguish its
/// allocations by call.
const MORE_WITHOUT_BODY: usize = 1;

/// The maximum length of call strings that callers can request.
pub const MAX_DEPTH: usize = 2;

/// The maximum length of a chain of clones that call each other.
pub const MAX_HEIGHT: usize = 26;

/// The maximum number of call sites of a context.
const LENGTH: usize = MAX_DEPTH + MAX_HEIGHT + MORE_WITHOUT_BODY;

/// The last call sites on the way to a function, starting with the last.
///
/// The context of a cloned function that is called directly consists of the call site followed by all call sites
/// of the caller's context; so does the context of a function without a body. The context of a small function that
/// is called through a pointer consists of the call site and the call sites of the caller's context since the last
/// call through a pointer. The contexts of other functions have the requested number of call sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Context([CallSite; LENGTH]);

/// No site.
const NONE: CallSite = CallSite(u32::MAX);

impl Default for Context {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Context {
    /// The empty call string: the context of roots, and of everything that exists once.
    pub const EMPTY: Self = Self([NONE; LENGTH]);

    /// The context in which `function` runs if it is called at `site` in this context, with call strings of length
    /// `depth`.
    pub fn enter(
        self,
        constraints: &Constraints,
        depth: usize,
        site: CallSite,
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

    /// The context of a small function that is called through a pointer at `site`. It keeps the direct calls of
    /// its caller's context since the last call through a pointer, and at least as many call sites as requested.
    fn enter_through_pointer(
        self,
        constraints: &Constraints,
        depth: usize,
        site: CallSite,
    ) -> Self {
        let is_kept = |(length, site): &(usize, CallSite)| {
            *length < depth || constraints.sites[site.0 as usize].callee.is_some()
        };
        let mut sites = [NONE; LENGTH];
        sites[0] = site;
        for (index, site) in (1..LENGTH).zip(self.sites()).take_while(is_kept) {
            sites[index] = site;
        }
        Self(sites)
    }

    /// The call sites, starting with the last.
    pub fn sites(self) -> impl Iterator<Item = CallSite> {
        self.0.into_iter().take_while(|site| *site != NONE)
    }
}
