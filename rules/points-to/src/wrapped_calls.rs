//! The functions of the program that run inside calls of library functions: the functions wrapped by
//! `std::function`, `Box<dyn Fn>`, `std::thread` or `qsort`.
//!
//! The calls of library functions are followed until functions of the program are reached. These are the calls of the
//! function itself, of functions that run only for it or in a separate context for it, and of functions that its
//! pointers lead to. Functions of the program may also be inlined into library functions. Other library functions run
//! for many callers in one context, so the targets of their pointers for this caller are unknown. The functions of the
//! program that they call for any caller are reported if there are few of them. In functions that never return,
//! pointers with unknown targets are not reported: each arithmetic operation of Rust may panic, and a panic calls
//! through pointers.

use facts_schema::view::View;
use facts_schema::{CallKind, EntityId, FunctionId, InstructionId, MetadataId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{CallGraph, sorted};
use crate::inlined::{InlinedFunctions, Inside};
use crate::libraries::Libraries;
use crate::{Analysis, Call, CallEdge, CallSite, Context, FunctionKind, Instance};

/// The maximum number of functions of the program that are reported for a pointer that a library function uses for
/// many callers.
const MAX_FOR_ALL: usize = 8;

/// The functions that run inside the library functions that some instructions call. All lists are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrappedCalls {
    /// The functions that are run.
    pub calls: Vec<WrappedCall>,
    /// The functions whose code was inlined into library functions.
    pub inlined: Vec<InlinedWrappedCall>,
    /// The library functions that lead to calls through pointers with unknown targets.
    pub unresolved: Vec<UnresolvedWrappedCall>,
}

/// `instruction` may call `wrapper`, which leads to a call of `function`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct WrappedCall {
    pub instruction: InstructionId,
    pub wrapper: FunctionId,
    pub function: FunctionId,
}

/// `instruction` may call `wrapper`, which leads to a library function into which the compiler has inlined the function
/// that `subprogram` describes. The module has no other body of that function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct InlinedWrappedCall {
    pub instruction: InstructionId,
    pub wrapper: FunctionId,
    pub subprogram: MetadataId,
}

/// `instruction` may call `wrapper`, which leads to a call through a pointer whose targets are not known, or not
/// completely known: it may come from external code, or is used in a library function that runs for many callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct UnresolvedWrappedCall {
    pub instruction: InstructionId,
    pub wrapper: FunctionId,
}

impl Analysis<'_> {
    /// The functions that run inside the library functions that these instructions call. `graph` is the whole call
    /// graph.
    pub fn wrapped_calls(
        &self,
        graph: &CallGraph,
        instructions: &FxHashSet<InstructionId>,
    ) -> WrappedCalls {
        let libraries = Libraries::of(self.facts, &self.constraints);
        let view = View::new(self.facts);
        let callers = Callers::of(self);
        let inlined = InlinedFunctions::of(&view);
        let view = &view;
        let search =
            Search { analysis: self, graph, libraries, view, inlined, callers, instructions };
        let (mut calls, mut unresolved) = (FxHashSet::default(), FxHashSet::default());
        let mut inlined = FxHashSet::default();
        for (number, info) in (0..).zip(&self.constraints.sites) {
            let Some(instruction) = info.instruction.filter(|it| instructions.contains(it)) else {
                continue;
            };
            for run in search.wrappers(CallSite(number)) {
                let (found, is_unresolved) = search.behind(run);
                let wrapper = run.function;
                for function in found {
                    match function {
                        Inside::Function(function) => {
                            calls.insert(WrappedCall { instruction, wrapper, function });
                        }
                        Inside::Inlined(subprogram) => {
                            inlined.insert(InlinedWrappedCall { instruction, wrapper, subprogram });
                        }
                    }
                }
                if is_unresolved {
                    unresolved.insert(UnresolvedWrappedCall { instruction, wrapper });
                }
            }
        }
        WrappedCalls {
            calls: sorted(calls),
            inlined: sorted(inlined),
            unresolved: sorted(unresolved),
        }
    }
}

/// A function, and a context in which it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Run {
    function: FunctionId,
    context: Context,
    /// Whether the pointers in it belong to the call in question, not to many calls.
    follows_pointers: bool,
    /// Whether it and all functions on the way to it may return. Functions that a panic runs may not.
    may_return: bool,
}

struct Search<'a> {
    analysis: &'a Analysis<'a>,
    graph: &'a CallGraph,
    libraries: Libraries,
    view: &'a View<'a>,
    inlined: InlinedFunctions<'a, 'a>,
    callers: Callers,
    /// The calls in question.
    instructions: &'a FxHashSet<InstructionId>,
}

/// The callers of functions.
struct Callers {
    /// By function: the sites that call it.
    sites: FxHashMap<FunctionId, FxHashSet<CallSite>>,
    /// The functions that run without being called, or that external code may call.
    started: FxHashSet<FunctionId>,
}

impl Callers {
    fn of(analysis: &Analysis) -> Self {
        let mut sites: FxHashMap<FunctionId, FxHashSet<CallSite>> = FxHashMap::default();
        for call in &analysis.solution.calls {
            sites.entry(call.function).or_default().insert(call.site);
        }
        let roots = analysis.constraints.roots.iter().copied();
        Self { sites, started: roots.chain(analysis.called_by_external()).collect() }
    }
}

/// Runs of library functions that the search has found.
#[derive(Default)]
struct Runs {
    all: Vec<Run>,
    numbers: FxHashMap<Run, usize>,
    /// By run: those that call it.
    callers: Vec<Vec<usize>>,
    /// By run: whether it leads to a function that a pointer points to.
    leads_on: Vec<bool>,
}

impl Search<'_> {
    /// The library functions that are called at a site, in any context.
    fn wrappers(&self, site: CallSite) -> Vec<Run> {
        let known = self.calls_at(site).map(|call| (call.function, call.callee_context));
        let remembered = self.remembered(site).into_iter().map(|it| (it, Context::EMPTY));
        let wrappers = known.chain(remembered).filter(|(it, _)| self.libraries.has(*it));
        sorted(wrappers.map(|(function, context)| Run {
            function,
            context,
            follows_pointers: true,
            may_return: self.view.may_return(function),
        }))
    }

    /// The functions of the program that a library function calls, directly or not; if there are none, the library
    /// functions that pointers lead to. The flag says whether there are pointers whose targets are not completely
    /// known.
    fn behind(&self, wrapper: Run) -> (Vec<Inside>, bool) {
        let constraints = &self.analysis.constraints;
        let mut runs = Runs::default();
        runs.number(wrapper);
        let (mut found, mut pointed_to) = (Vec::new(), Vec::new());
        let (mut next, mut is_unresolved) = (0, false);
        while let Some(&run) = runs.all.get(next) {
            found.extend(self.inlined.inside(run.function));
            for call in self.calls_of(run.function) {
                let is_direct = constraints.sites[call.site.0 as usize].callee.is_some();
                let is_external = self.is_external(call, run.context);
                is_unresolved |= is_external && run.may_return;
                if !is_direct && !run.follows_pointers {
                    match self.callees_for_all(call, run, is_external) {
                        Some(functions) => found.extend(functions),
                        None => is_unresolved |= run.may_return,
                    }
                    continue;
                }
                for callee in self.callees(call, run, is_external) {
                    if !self.libraries.has(callee.function) {
                        found.push(Inside::Function(callee.function));
                        continue;
                    }
                    let number = runs.number(callee);
                    runs.callers[number].push(next);
                    if !is_direct {
                        runs.leads_on[next] = true;
                        pointed_to.push(number);
                    }
                }
            }
            next += 1;
        }
        if found.is_empty() {
            runs.propagate_leading();
            let last = pointed_to.into_iter().filter(|it| !runs.leads_on[*it]);
            found.extend(last.map(|it| Inside::Function(runs.all[it].function)));
        }
        (found, is_unresolved)
    }

    /// The functions of the program that a call through a pointer leads to, in a run whose pointers belong to many
    /// calls; none if they are many, or not completely known.
    fn callees_for_all(&self, call: &Call, run: Run, is_external: bool) -> Option<Vec<Inside>> {
        let mut unseen = self.callees(call, run, is_external);
        let mut seen: FxHashSet<Run> = unseen.iter().copied().collect();
        let mut found = FxHashSet::default();
        while let Some(run) = unseen.pop() {
            let is_library = self.libraries.has(run.function);
            if is_library {
                found.extend(self.inlined.inside(run.function));
            } else {
                found.insert(Inside::Function(run.function));
            }
            if found.len() > MAX_FOR_ALL {
                return None;
            }
            if !is_library || !self.view.may_return(run.function) {
                continue;
            }
            for call in self.calls_of(run.function) {
                if self.is_external(call, run.context) {
                    return None;
                }
                let callees = self.callees(call, run, false).into_iter();
                unseen.extend(callees.filter(|it| seen.insert(*it)));
            }
        }
        Some(sorted(found))
    }

    /// The calls in a library function that depend on its arguments, except those in functions of the program that were
    /// inlined into it.
    fn calls_of(&self, function: FunctionId) -> impl Iterator<Item = &Call> {
        let constraints = &self.analysis.constraints;
        let calls = constraints.functions[function.index()].body.calls.iter();
        calls.filter(|call| {
            let site = &constraints.sites[call.site.0 as usize];
            let is_inlined = |it| self.inlined.around(it).is_some();
            !site.is_apart && !site.instruction.is_some_and(is_inlined)
        })
    }

    /// The runs that a call in a run starts.
    fn callees(&self, call: &Call, run: Run, is_external: bool) -> Vec<Run> {
        let constraints = &self.analysis.constraints;
        let known = self.calls_in(call.site, run.context);
        let mut callees: Vec<_> = known.map(|it| (it.function, it.callee_context)).collect();
        if is_external {
            callees.extend(self.remembered(call.site).into_iter().map(|it| (it, Context::EMPTY)));
        }
        let direct = constraints.sites[call.site.0 as usize].callee;
        let callees = callees.into_iter().map(|(function, context)| {
            let info = &constraints.functions[function.index()];
            let has_own_context = info.is_cloned || info.kind != FunctionKind::Defined;
            let is_mixed = direct == Some(function) && !has_own_context;
            let may_return = run.may_return && self.view.may_return(function);
            Run {
                function,
                context,
                follows_pointers: run.follows_pointers && !is_mixed
                    || self.runs_for_these(function),
                may_return,
            }
        });
        callees.collect()
    }

    /// Whether a library function only runs for the instructions in question, so that the pointers in it belong to
    /// their calls.
    fn runs_for_these(&self, function: FunctionId) -> bool {
        let (mut seen, mut unseen) = (FxHashSet::from_iter([function]), vec![function]);
        while let Some(function) = unseen.pop() {
            if self.callers.started.contains(&function) {
                return false;
            }
            for site in self.callers.sites.get(&function).into_iter().flatten() {
                let info = &self.analysis.constraints.sites[site.0 as usize];
                if info.instruction.is_some_and(|it| self.instructions.contains(&it)) {
                    continue;
                }
                if !self.libraries.has(info.function) {
                    return false;
                }
                if seen.insert(info.function) {
                    unseen.push(info.function);
                }
            }
        }
        true
    }

    /// The calls at a site in a context.
    fn calls_in(&self, site: CallSite, context: Context) -> impl Iterator<Item = &CallEdge> {
        let calls = &self.analysis.solution.calls;
        let key = (site, context);
        let start = calls.partition_point(|call| (call.site, call.context) < key);
        calls[start..].iter().take_while(move |call| (call.site, call.context) == key)
    }

    /// All calls at a site.
    fn calls_at(&self, site: CallSite) -> impl Iterator<Item = &CallEdge> {
        let calls = &self.analysis.solution.calls;
        let start = calls.partition_point(|call| call.site < site);
        calls[start..].iter().take_while(move |call| call.site == site)
    }

    /// Whether the called pointer may come from external code.
    fn is_external(&self, call: &Call, context: Context) -> bool {
        let node = self.analysis.constraints.node(call.callee, context);
        self.analysis.solution.points_to(node).any(|it| it.instance == Instance::EXTERNAL)
    }

    /// The functions that a call at `site` finds in escaped memory.
    fn remembered(&self, site: CallSite) -> Vec<FunctionId> {
        let info = &self.analysis.constraints.sites[site.0 as usize];
        let known: FxHashSet<_> = self.calls_at(site).map(|call| call.function).collect();
        let start = self.graph.edges.partition_point(|edge| edge.caller < info.function);
        let edges = self.graph.edges[start..].iter();
        let edges = edges.take_while(|edge| edge.caller == info.function).filter(|edge| {
            Some(edge.instruction) == info.instruction && edge.kind == CallKind::Indirect
        });
        edges.map(|edge| edge.function).filter(|it| !known.contains(it)).collect()
    }
}

impl Runs {
    fn number(&mut self, run: Run) -> usize {
        let next = self.all.len();
        let number = *self.numbers.entry(run).or_insert(next);
        if number == next {
            self.all.push(run);
            self.callers.push(Vec::new());
            self.leads_on.push(false);
        }
        number
    }

    /// Marks the callers of runs that lead on as leading on too.
    fn propagate_leading(&mut self) {
        let mut unseen: Vec<usize> = (0..self.all.len()).filter(|it| self.leads_on[*it]).collect();
        while let Some(run) = unseen.pop() {
            for &caller in &self.callers[run] {
                if !std::mem::replace(&mut self.leads_on[caller], true) {
                    unseen.push(caller);
                }
            }
        }
    }
}
