//! The whole module: functions are analysed repeatedly until the flow between them does not change.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use facts_schema::{EntityId, FunctionId, InstructionId};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rayon::prelude::*;
use rules::{Rule, Violation};
use rustc_hash::FxHashMap;

use crate::checks;
use crate::function::Function;
use crate::inputs::Inputs;
use crate::memory::Memory;
use crate::module::Module;
use crate::paths::{Inevitable, Known, inevitable};
use crate::rows::{Exit, Incoming};
use crate::semantics::{Deferred, Options};
use crate::slots::{Content, MemoryFacts};

/// A module, and the flow between its functions.
pub struct Analysis<'f> {
    /// The module.
    pub module: Module<'f>,
    options: Options,
    inputs: Inputs,
    memory: Memory,
    /// The branches and calls that always lead to undefined behaviour, by [`Self::check`].
    pub inevitable: Vec<Inevitable>,
}

impl<'f> Analysis<'f> {
    /// Analyses a module.
    pub fn new(module: Module<'f>, options: Options, memory: Memory) -> Self {
        Self::run(module, options, memory, |_, _| ()).0
    }

    /// Analyses a module, and finds its violations of the [rules](checks::RULES) in the order of the functions.
    /// Rules for which `is_wanted` is false may be left out.
    pub fn check(
        module: Module<'f>,
        options: Options,
        memory: Memory,
        is_wanted: impl Fn(Rule) -> bool + Sync,
    ) -> (Self, Vec<Violation>) {
        let (analysis, violations, _) =
            Self::check_and(module, options, memory, is_wanted, |_, _| ());
        (analysis, violations)
    }

    /// As [`Self::check`], and returns the results of `each` as [`Self::run`] does.
    pub(crate) fn check_and<T: Send>(
        module: Module<'f>,
        options: Options,
        memory: Memory,
        is_wanted: impl Fn(Rule) -> bool + Sync,
        each: impl Fn(&Module, &Function) -> T + Sync,
    ) -> (Self, Vec<Violation>, Vec<T>) {
        let each = |module: &Module, function: &Function| {
            let violations = checks::violations(module, function, &is_wanted);
            (violations, Known::of(function), each(module, function))
        };
        let (mut analysis, found) = Self::run(module, options, memory, each);
        let mut violations: BTreeMap<FunctionId, Vec<Violation>> = BTreeMap::new();
        let (mut known, mut results) = (Vec::new(), Vec::new());
        for (function, (of_function, known_of_it, result)) in found {
            violations.insert(function, of_function);
            known.push(known_of_it);
            results.push(result);
        }
        for (function, found) in inevitable(&analysis.module, known) {
            let of_function = violations.entry(function).or_default();
            of_function.push(checks::of_paths(&analysis.module, &found));
            of_function.sort_unstable();
            analysis.inevitable.push(found);
        }
        (analysis, violations.into_values().flatten().collect(), results)
    }

    /// Analyses a module, and passes each function with a body to `each` when its analysis is complete. The
    /// results of `each` are in the order of the functions.
    pub fn run<T: Send>(
        module: Module<'f>,
        options: Options,
        memory: Memory,
        each: impl Fn(&Module, &Function) -> T + Sync,
    ) -> (Self, Vec<(FunctionId, T)>) {
        let mut analysis =
            Self { module, options, inputs: Inputs::default(), memory, inevitable: Vec::new() };
        let (inputs, mut results) = {
            // The longest functions come first, so that none of them is waited for at the end.
            let mut bodies = analysis.bodies();
            bodies.sort_by_key(|&function| Reverse(analysis.module.instructions(function).len()));
            let bodies = bodies.into_par_iter().with_max_len(1);
            let functions: Vec<Function> =
                bodies.map(|function| analysis.function(function)).collect();
            let inputs = Exchange::between(&analysis.module, &functions);
            let results = functions.into_par_iter().with_max_len(1).map(|function| {
                let function = function.with_inputs(&inputs);
                (function.function, each(&analysis.module, &function))
            });
            let results: Vec<(FunctionId, T)> = results.collect();
            (inputs, results)
        };
        results.sort_unstable_by_key(|(function, _)| *function);
        analysis.inputs = inputs;
        (analysis, results)
    }

    /// The analysis of one function.
    pub fn function(&self, function: FunctionId) -> Function<'_, 'f> {
        let memory = self.memory.get(&function);
        Function::of(&self.module, function, memory, self.options).with_inputs(&self.inputs)
    }

    /// The functions that have a body.
    fn bodies(&self) -> Vec<FunctionId> {
        let rows = self.module.facts.function.iter().map(|row| row.function);
        rows.filter(|&function| !self.module.instructions(function).is_empty()).collect()
    }
}

/// Computes the flow between functions.
struct Exchange<'a, 'm, 'f> {
    module: &'m Module<'f>,
    functions: &'a [Function<'m, 'f>],
    /// By function: its position in `functions`.
    numbers: FxHashMap<FunctionId, usize>,
    /// By number: the functions that call it by its name.
    callers: Vec<Vec<usize>>,
    /// By number of memory: the functions, by number, that load from it.
    readers: FxHashMap<u32, Vec<usize>>,
    /// By number: whether its outputs have to be derived again, as it has new inputs.
    is_waiting: Vec<bool>,
    inputs: Inputs,
}

impl<'a, 'm, 'f> Exchange<'a, 'm, 'f> {
    /// The flow between these functions.
    fn between(module: &'m Module<'f>, functions: &'a [Function<'m, 'f>]) -> Inputs {
        let numbers = functions.iter().map(|it| it.function).zip(0..).collect();
        let callers = vec![Vec::new(); functions.len()];
        let is_waiting = functions.iter().map(|it| !it.rows.leaves.is_empty()).collect();
        let (readers, inputs) = (readers(functions), Inputs::default());
        let mut exchange =
            Self { module, functions, numbers, callers, readers, is_waiting, inputs };
        let levels = exchange.levels();
        // Results propagate up, and then arguments down, so that most functions are visited twice.
        while exchange.is_waiting.contains(&true) {
            levels.iter().for_each(|level| exchange.derive(level));
            levels.iter().rev().for_each(|level| exchange.derive(level));
        }
        exchange.inputs
    }

    /// The functions, by number, in groups: each function comes after the functions that it calls by name, except
    /// in recursion. Also finds the callers.
    fn levels(&mut self) -> Vec<Vec<usize>> {
        let mut graph = DiGraph::<(), ()>::with_capacity(self.functions.len(), 0);
        self.functions.iter().for_each(|_| _ = graph.add_node(()));
        for row in &self.module.facts.call_instruction {
            let caller = self.module.facts.instruction.get(row.instruction.index());
            let number = |function: FunctionId| self.numbers.get(&function).copied();
            let callee = self.module.function(row.callee).and_then(number);
            if let (Some(callee), Some(caller)) =
                (callee, caller.and_then(|row| number(row.function)))
                && self.callers[callee].last() != Some(&caller)
            {
                self.callers[callee].push(caller);
                graph.add_edge(NodeIndex::new(caller), NodeIndex::new(callee), ());
            }
        }
        let mut component_of = vec![0_usize; self.functions.len()];
        let mut level_of = vec![0_usize; self.functions.len()];
        let mut levels: Vec<Vec<usize>> = Vec::new();
        // The components are in an order in which callees come first.
        for (number, component) in tarjan_scc(&graph).into_iter().enumerate() {
            component.iter().for_each(|node| component_of[node.index()] = number + 1);
            let callees = component.iter().flat_map(|&node| graph.neighbors(node));
            let below = callees.filter(|callee| component_of[callee.index()] != number + 1);
            let level = below.map(|callee| level_of[callee.index()] + 1).max().unwrap_or_default();
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            for node in component {
                level_of[node.index()] = level;
                levels[level].push(node.index());
            }
        }
        // The longest functions of each group come first, as in `functions`.
        levels.iter_mut().for_each(|level| level.sort_unstable());
        levels
    }

    /// Derives the outputs of the waiting functions among these.
    fn derive(&mut self, numbers: &[usize]) {
        let mut numbers = numbers.to_vec();
        numbers.retain(|&number| std::mem::take(&mut self.is_waiting[number]));
        let (functions, inputs) = (self.functions, &self.inputs);
        let leaves = |number: usize| (number, functions[number].leaves(inputs));
        let found: Vec<_> = numbers.into_par_iter().with_max_len(1).map(leaves).collect();
        for (number, leaves) in found {
            for (exit, kind) in leaves {
                self.leave(number, exit, kind);
            }
        }
    }

    /// A value that leaves a function reaches others, which have to be visited again if it is new to them.
    fn leave(&mut self, from: usize, exit: Exit, kind: Deferred) {
        match exit {
            Exit::Argument(callee, position, part) => {
                let is_new = self.inputs.insert(Incoming::Argument(callee, position, part), kind);
                if let Some(&callee) = self.numbers.get(&callee).filter(|_| is_new) {
                    self.wake(callee);
                }
            }
            Exit::Return(part) => {
                let function = self.functions[from].function;
                if self.inputs.insert(Incoming::Returned(function, part), kind) {
                    for caller in std::mem::take(&mut self.callers[from]) {
                        self.wake(caller);
                        self.callers[from].push(caller);
                    }
                }
            }
            Exit::Memory(number, store) => {
                if self.inputs.insert_stored(Incoming::Memory(number), kind, store) {
                    for reader in self.readers.get(&number).cloned().unwrap_or_default() {
                        self.wake(reader);
                    }
                }
            }
        }
    }

    fn wake(&mut self, number: usize) {
        self.is_waiting[number] = !self.functions[number].rows.leaves.is_empty();
    }
}

/// By number of memory: the functions, by number, that load from it.
fn readers(functions: &[Function]) -> FxHashMap<u32, Vec<usize>> {
    let mut readers: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, function) in functions.iter().enumerate() {
        for (_, incoming) in &function.rows.incoming {
            if let Incoming::Memory(memory) = incoming {
                let readers = readers.entry(*memory).or_default();
                if readers.last() != Some(&number) {
                    readers.push(number);
                }
            }
        }
    }
    readers
}

/// Adds facts about loads and stores from a caller to those known without it: what loads may read, and the numbers
/// of the memory that stores may write to.
pub fn memory_of(
    module: &Module,
    function: FunctionId,
    contents: impl IntoIterator<Item = (InstructionId, Vec<Content>)>,
    stores: impl IntoIterator<Item = (InstructionId, Vec<u32>)>,
) -> MemoryFacts {
    let control = crate::control::Control::of(module, function);
    let mut memory = MemoryFacts::of_function(module, &control);
    for (load, contents) in contents {
        memory.insert(load, contents);
    }
    for (store, numbers) in stores {
        memory.insert_store(store, numbers);
    }
    memory
}
