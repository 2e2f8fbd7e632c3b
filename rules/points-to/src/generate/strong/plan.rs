//! The memory that is analysed flow-sensitively, and the effects of each instruction on it.
//!
//! A *cell* is memory of the size of a pointer in an object that only exists once at a time: a global variable, or
//! a stack variable of a function that is not recursive. It must not escape to external code, and functions that
//! external code may run at any time must not write to it.

use std::collections::BTreeMap;

use facts_schema::view::{Scope, View};
use facts_schema::{
    AttributeId, BlockId, EntityId, FunctionId, InstructionFlag, InstructionId, Linkage, Opcode,
    ValueId,
};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constraints::{CallSite, Constraints, Object, Origin, Variable};
use crate::context::Context;
use crate::generate::flow::Flow;
use crate::generate::source::Source;
use crate::offsets::Offsets;
use crate::solution::{Location, Solution};

/// How a call enters a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallEntry {
    /// Directly: the function runs in a context of its own for the call.
    Cloned,
    /// Otherwise.
    Any,
}

/// Memory that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The object that it is in.
    pub object: Object,
    /// Its offset in the object, in bytes.
    pub offset: u32,
}

/// The effects of a function on cells, which are numbered.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub accesses: Vec<(InstructionId, u32, BlockId, Option<InstructionId>)>,
    pub reads: Vec<(InstructionId, u32)>,
    pub sets: Vec<(InstructionId, u32, Option<ValueId>)>,
    pub mixes: Vec<(InstructionId, u32)>,
    pub enters: Vec<(InstructionId, u32, FunctionId, CallEntry)>,
    pub changed: Vec<(InstructionId, u32, FunctionId, CallEntry)>,
    pub keeps: Vec<(InstructionId, u32)>,
    pub unwinds: Vec<(BlockId, u32)>,
    pub born: Vec<u32>,
    pub ends: Vec<u32>,
}

/// The memory that is followed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// By number.
    pub cells: Vec<Cell>,
    /// By function.
    pub functions: BTreeMap<FunctionId, Effects>,
    /// The function at which the program starts.
    pub main: FunctionId,
    /// The content of cells at the start of the program: their numbers, and the variable that holds the content.
    /// None stands for all content that the cell ever has.
    pub initial: Vec<(u32, Option<Variable>)>,
}

/// A function in a context, by its number in [`Solution::reachable`].
pub(super) type Run = u32;

/// The properties of a solution that are needed.
pub(super) struct Planner<'a, 'f> {
    pub(super) source: &'a Source<'f>,
    pub(super) constraints: &'a Constraints,
    pub(super) solution: &'a Solution,
    /// Calls: the run of the caller, its site, and the run of the callee.
    pub(super) calls: Vec<(Run, CallSite, Run)>,
    /// By run: the calls that run it.
    pub(super) called_by: Vec<Vec<u32>>,
    /// By instruction: the calls that it makes.
    pub(super) calls_of: FxHashMap<InstructionId, Vec<u32>>,
    /// By run: whether external code may start it at any time, or may have started one of its callers.
    pub(super) is_concurrent: Vec<bool>,
    /// The functions with any such run.
    pub(super) concurrent: FxHashSet<FunctionId>,
    recursive: FxHashSet<FunctionId>,
    /// Functions that recurse on every path, and so never return. The rest of the analysis treats them as if they
    /// returned.
    pub(super) endless: FxHashSet<FunctionId>,
    /// By site: its callee.
    callees: FxHashMap<CallSite, Variable>,
    escaped: FxHashSet<Object>,
    /// By object: whether its cells are followed.
    candidates: FxHashMap<Object, bool>,
}

/// The plan; none for programs without a `main`.
pub fn plan(source: &Source, constraints: &Constraints, solution: &Solution) -> Option<Plan> {
    let main = main_of(&source.view, constraints)?;
    let nothing = Plan { cells: Vec::new(), functions: BTreeMap::new(), main, initial: Vec::new() };
    let mut planner = Planner::new(source, constraints, solution, main);
    if planner.concurrent.contains(&main) {
        return Some(nothing);
    }
    let reads = planner.reads();
    if reads.is_empty() {
        return Some(nothing);
    }
    let writes = planner.writes(&reads);
    Some(planner.effects(main, &reads, &writes))
}

/// The function at which the program starts.
pub fn main_of(view: &View, constraints: &Constraints) -> Option<FunctionId> {
    let name = view.facts().texts.find(b"main")?;
    constraints.roots.iter().copied().find(|root| {
        let Some(row) = view.function.first(*root) else { return false };
        let is_external =
            view.global.first(row.value).is_some_and(|it| it.linkage == Linkage::External);
        is_external && view.value_name.first(row.value).is_some_and(|it| it.name == name)
    })
}

impl<'a, 'f> Planner<'a, 'f> {
    fn new(
        source: &'a Source<'f>,
        constraints: &'a Constraints,
        solution: &'a Solution,
        main: FunctionId,
    ) -> Self {
        let mut planner = Self {
            source,
            constraints,
            solution,
            calls: Vec::with_capacity(solution.calls.len()),
            called_by: vec![Vec::new(); solution.reachable.len()],
            calls_of: FxHashMap::default(),
            is_concurrent: vec![false; solution.reachable.len()],
            concurrent: FxHashSet::default(),
            recursive: FxHashSet::default(),
            endless: FxHashSet::default(),
            callees: FxHashMap::default(),
            escaped: solution.escaped.iter().map(|it| it.object).collect(),
            candidates: FxHashMap::default(),
        };
        let calls = constraints.functions.iter().flat_map(|it| &it.body.calls);
        planner.callees = calls.map(|row| (row.site, row.callee)).collect();
        let mut open = Vec::new();
        for call in &solution.calls {
            let caller = constraints.sites[call.site.0 as usize].function;
            let (Some(from), Some(to)) = (
                planner.run(caller, call.context),
                planner.run(call.function, call.callee_context),
            ) else {
                continue;
            };
            let number = planner.calls.len() as u32;
            planner.calls.push((from, call.site, to));
            planner.called_by[to as usize].push(number);
            match constraints.instruction_at(call.site) {
                Some(it) => planner.calls_of.entry(it).or_default().push(number),
                None => open.push(to),
            }
        }
        let started = constraints.roots.iter().copied().filter(|it| *it != main);
        let escaped = solution.escaped.iter().filter_map(|it| constraints.function_of(it.object));
        let coroutines = planner.coroutines();
        for function in started.chain(escaped).chain(coroutines) {
            open.extend(planner.runs_of(function));
        }
        planner.find_concurrent(open);
        planner.find_recursive();
        planner.find_endless();
        planner
    }

    pub(super) fn run(&self, function: FunctionId, context: Context) -> Option<Run> {
        let found = self.solution.reachable.binary_search(&(function, context));
        found.ok().map(|it| it as Run)
    }

    /// Whether the call at the site may call anything other than known functions.
    pub(super) fn calls_others(&self, site: CallSite) -> bool {
        let Some(callee) = self.callees.get(&site) else { return true };
        let is_function = |it: Location| self.constraints.function_of(it.instance.object).is_some();
        !self.locations(*callee).all(is_function)
    }

    /// The functions that may suspend and resume later.
    fn coroutines(&self) -> Vec<FunctionId> {
        let attributes = self.attributes("presplitcoroutine");
        let rows = self.source.facts().function_attribute.iter();
        rows.filter(|row| attributes.contains(&row.attribute)).map(|row| row.function).collect()
    }

    pub(super) fn attributes(&self, name: &str) -> FxHashSet<AttributeId> {
        let rows = self.source.facts().attribute.iter();
        let rows = rows.filter(|row| self.source.view.text(row.name) == name);
        rows.map(|row| row.attribute).collect()
    }

    fn find_concurrent(&mut self, mut open: Vec<Run>) {
        let mut callees = vec![Vec::new(); self.is_concurrent.len()];
        for &(from, _, to) in &self.calls {
            callees[from as usize].push(to);
        }
        while let Some(run) = open.pop() {
            if !std::mem::replace(&mut self.is_concurrent[run as usize], true) {
                self.concurrent.insert(self.solution.reachable[run as usize].0);
                open.extend(&callees[run as usize]);
            }
        }
    }

    fn find_recursive(&mut self) {
        let mut graph = DiGraph::<(), (), u32>::default();
        self.constraints.functions.iter().for_each(|_| _ = graph.add_node(()));
        let mut edges = FxHashSet::default();
        for &(from, _, to) in &self.calls {
            let [from, to] = [from, to].map(|it| self.solution.reachable[it as usize].0);
            if edges.insert((from, to)) {
                graph.add_edge(NodeIndex::new(from.index()), NodeIndex::new(to.index()), ());
            }
            if from == to {
                self.recursive.insert(from);
            }
        }
        for component in tarjan_scc(&graph).into_iter().filter(|it| it.len() > 1) {
            self.recursive.extend(component.iter().map(|it| FunctionId(it.index() as u32)));
        }
    }

    fn find_endless(&mut self) {
        let view = &self.source.view;
        let flow = |it: &FunctionId| (*it, Flow::of(Scope::function(view, *it)));
        let flows: Vec<(FunctionId, Flow)> = self.recursive.iter().map(flow).collect();
        self.endless.clone_from(&self.recursive);
        loop {
            let returning: Vec<FunctionId> = flows
                .iter()
                .filter(|(function, _)| self.endless.contains(function))
                .filter(|(function, flow)| self.may_return(*function, flow))
                .map(|(function, _)| *function)
                .collect();
            if returning.is_empty() {
                return;
            }
            returning.iter().for_each(|it| _ = self.endless.remove(it));
        }
    }

    /// Whether the function may return, given that endless functions do not.
    fn may_return(&self, function: FunctionId, flow: &Flow) -> bool {
        let view = &self.source.view;
        let rows = view.instruction.within(Some(view.instructions_of(function)));
        let is_endless = |number: &u32| {
            let (_, _, run) = self.calls[*number as usize];
            self.endless.contains(&self.solution.reachable[run as usize].0)
        };
        let ends = rows.iter().filter(|row| {
            let calls = self.calls_of.get(&row.instruction);
            calls.is_some_and(|calls| calls.iter().all(is_endless))
        });
        let ends: Vec<BlockId> = ends.map(|row| row.block).collect();
        let mut returns = rows.iter().filter(|row| row.opcode == Opcode::Ret);
        returns.any(|row| !ends.iter().any(|end| flow.dominates(*end, row.block)))
    }

    /// Whether cells in the object are followed.
    fn is_candidate(&mut self, object: Object) -> bool {
        if let Some(known) = self.candidates.get(&object) {
            return *known;
        }
        let info = &self.constraints.objects[object.0 as usize];
        let is_one = match info.origin {
            Origin::Global(value) => {
                let threads = &self.source.facts().thread_local;
                info.is_writable && threads.iter().all(|row| row.global != value)
            }
            Origin::Stack(instruction) => {
                let view = &self.source.view;
                let block = view.instruction.first(instruction).map(|row| row.block);
                let block = block.and_then(|it| view.block.first(it));
                block.is_some_and(|it| it.position == 0)
                    && !self.source.unions.has(instruction)
                    && info.owner.is_some_and(|owner| {
                        !self.concurrent.contains(&owner) && !self.recursive.contains(&owner)
                    })
            }
            _ => false,
        };
        let layout = &self.constraints.layouts[info.layout as usize];
        let is_candidate =
            is_one && layout.size.is_some_and(|it| it > 0) && !self.escaped.contains(&object);
        self.candidates.insert(object, is_candidate);
        is_candidate
    }

    pub(super) fn variable(&self, value: ValueId) -> Option<Variable> {
        self.constraints.parts_of(value).next().map(|(_, variable)| variable)
    }

    /// The locations that the variable may point to, in any context.
    pub(super) fn locations(&self, variable: Variable) -> impl Iterator<Item = Location> + 'a {
        let solution = self.solution;
        let contexts = solution.contexts_of(variable).iter();
        contexts.flat_map(move |(_, set)| solution.set(*set))
    }

    /// The cell that `address` points to in the function, if it is unique.
    pub(super) fn only_cell(&mut self, address: ValueId) -> Option<Cell> {
        let variable = self.variable(address)?;
        let mut locations = self.locations(variable);
        let first = locations.next()?;
        let Offsets::At(offset) = first.offsets else { return None };
        let is_it = |it: Location| {
            it.instance.object == first.instance.object && it.offsets == first.offsets
        };
        let object = first.instance.object;
        (locations.all(is_it) && self.is_candidate(object)).then_some(Cell { object, offset })
    }

    /// Whether a value of this kind fills a cell: it is a pointer, or has the size of one.
    pub(super) fn fills_cell(&self, value: ValueId) -> bool {
        let r#type = self.source.view.type_of(value);
        let size = r#type.and_then(|it| self.source.view.types().size(it));
        let mut parts = self.source.parts_of(value);
        size == Some(self.source.pointer_size().into())
            && parts.next().is_none_or(|it| it == 0)
            && parts.next().is_none()
            && !self.source.is_folded(value)
    }

    fn is_volatile(&self, instruction: InstructionId) -> bool {
        self.source.view.has_instruction_flag(instruction, InstructionFlag::Volatile)
    }

    /// The loads of exactly one cell that may have more than one content.
    fn reads(&mut self) -> Vec<(InstructionId, Cell)> {
        let mut reads = Vec::new();
        let mut holds_several = FxHashMap::default();
        for row in &self.source.facts().load_instruction {
            let Some(function) = self.source.view.function_of(row.instruction) else { continue };
            let Some(result) = self.source.view.result_of(row.instruction) else { continue };
            if self.concurrent.contains(&function)
                || !self.source.holds(result)
                || !self.fills_cell(result)
                || self.is_volatile(row.instruction)
            {
                continue;
            }
            let Some(cell) = self.only_cell(row.address) else { continue };
            if *holds_several.entry(cell).or_insert_with(|| self.holds_several(cell)) {
                reads.push((row.instruction, cell));
            }
        }
        reads
    }

    /// Whether the cell may have more than one content.
    fn holds_several(&self, cell: Cell) -> bool {
        let stored = &self.solution.stored;
        let start = stored.partition_point(|(it, _)| it.instance.object < cell.object);
        let mut targets = stored[start..]
            .iter()
            .take_while(|(it, _)| it.instance.object == cell.object)
            .filter(|(it, _)| it.offsets.overlaps(Offsets::At(cell.offset)))
            .flat_map(|(_, set)| self.solution.set(*set));
        let Some(first) = targets.next() else { return false };
        targets.any(|it| it != first)
    }

    /// The runs of a function.
    pub(super) fn runs_of(&self, function: FunctionId) -> impl Iterator<Item = Run> + 'a {
        let reachable = &self.solution.reachable;
        let start = reachable.partition_point(|(it, _)| *it < function);
        let runs = reachable[start..].iter().take_while(move |(it, _)| *it == function);
        (start as u32..).zip(runs).map(|(number, _)| number)
    }
}
