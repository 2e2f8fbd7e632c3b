//! Calling contexts: the last call sites on the way to a function (call strings).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ptr;
use std::sync::{LazyLock, Mutex, PoisonError};

use facts_schema::FunctionId;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::constraints::{CallSite, Constraints, FunctionInfo, FunctionKind};

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
/// call through a pointer; recursive calls of allocation functions are like calls through pointers. The contexts of
/// other functions have the requested number of call sites.
///
/// Equal contexts share their call sites, which are kept until the process ends: solutions have millions of contexts,
/// but few distinct ones.
#[derive(Clone, Copy)]
pub struct Context(&'static Sites);

/// The call sites of a context.
struct Sites {
    sites: &'static [CallSite],
    hash: u64,
}

/// The contexts so far, except the empty one.
static CONTEXTS: LazyLock<Mutex<FxHashMap<&'static [CallSite], Context>>> =
    LazyLock::new(Mutex::default);

static NO_SITES: Sites = Sites { sites: &[], hash: 0 };

impl Default for Context {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Context {
    /// The empty call string: the context of roots, and of everything that exists once.
    pub const EMPTY: Self = Self(&NO_SITES);

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
        if info.is_cloned_behind_pointers && call.inlined_callee().is_none() {
            return self.enter_through_pointer(constraints, depth, site);
        }
        let length = match has_body(info) {
            true if info.is_cloned && call.inlined_callee() == Some(function) => LENGTH,
            true => depth,
            false if has_body(&constraints.functions[call.function.0 as usize]) => LENGTH,
            false => depth + MORE_WITHOUT_BODY,
        };
        self.after(site, length)
    }

    /// The context of a small function that is called through a pointer, or recursively, at `site`. It keeps the other
    /// calls of its caller's context since the last such call, and at least as many call sites as requested.
    fn enter_through_pointer(
        self,
        constraints: &Constraints,
        depth: usize,
        site: CallSite,
    ) -> Self {
        let is_inlined =
            |site: CallSite| constraints.sites[site.0 as usize].inlined_callee().is_some();
        let is_kept = |(index, site)| index < depth || is_inlined(site);
        let kept = self.sites().enumerate().take_while(|it| is_kept(*it));
        self.after(site, 1 + kept.count())
    }

    /// The site followed by the sites of this context, up to `length` sites in all.
    fn after(self, site: CallSite, length: usize) -> Self {
        let length = length.min(LENGTH).min(1 + self.0.sites.len());
        let mut sites = [site; LENGTH];
        let Some((_, rest)) = sites[..length].split_first_mut() else { return Self::EMPTY };
        rest.copy_from_slice(&self.0.sites[..length - 1]);
        Self::of(&sites[..length])
    }

    /// The context with these call sites.
    fn of(sites: &[CallSite]) -> Self {
        // A panic elsewhere does not leave a context half inserted.
        let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = contexts.get(sites) {
            return *known;
        }
        let sites: &'static [CallSite] = Box::leak(sites.into());
        let new = Self(Box::leak(Box::new(Sites { sites, hash: FxBuildHasher.hash_one(sites) })));
        contexts.insert(sites, new);
        new
    }

    /// The call sites, starting with the last.
    pub fn sites(self) -> impl Iterator<Item = CallSite> {
        self.0.sites.iter().copied()
    }
}

impl PartialEq for Context {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Context {}

impl PartialOrd for Context {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Context {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other { Ordering::Equal } else { self.0.sites.cmp(other.0.sites) }
    }
}

impl Hash for Context {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Unlike the address, it does not change from run to run.
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Context").field(&self.0.sites).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(sites: &[u32]) -> Context {
        let outermost_first = sites.iter().rev();
        outermost_first.fold(Context::EMPTY, |it, site| it.after(CallSite(*site), LENGTH))
    }

    #[test]
    fn equal_call_strings_are_equal() {
        assert_eq!(context(&[1, 2]), context(&[1, 2]));
        assert_ne!(context(&[1, 2]), context(&[2, 1]));
        assert_eq!(context(&[]), Context::EMPTY);
        assert!(context(&[]) < context(&[1]) && context(&[1]) < context(&[1, 2]));
        assert!(context(&[1, 2]) < context(&[2]));
    }

    #[test]
    fn only_the_last_call_sites_are_kept() {
        assert_eq!(context(&[2, 3]).after(CallSite(1), 2), context(&[1, 2]));
        assert_eq!(context(&[2, 3]).after(CallSite(1), 0), Context::EMPTY);
        let long: Vec<u32> = (0..LENGTH as u32).collect();
        let longer: Vec<u32> = (0..=LENGTH as u32).collect();
        assert_eq!(context(&longer), context(&long));
    }
}
