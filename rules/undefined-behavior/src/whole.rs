//! The whole module: function by function, again and again, until what passes between functions does
//! not change.

use facts_schema::{EntityId, FunctionId, InstructionId};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::function::Function;
use crate::inputs::Inputs;
use crate::module::Module;
use crate::rows::{Exit, Incoming};
use crate::semantics::{Deferred, Options};
use crate::slots::{Content, MemoryFacts};

/// A module, and what passes between its functions.
pub struct Analysis<'f> {
    /// The module.
    pub module: Module<'f>,
    options: Options,
    inputs: Inputs,
    memory: FxHashMap<FunctionId, MemoryFacts>,
    /// By number of memory: the functions that load from it.
    readers: FxHashMap<u32, Vec<FunctionId>>,
}

impl<'f> Analysis<'f> {
    /// Analyzes a module, and hands each function with a body to `each` when what is known of it is
    /// complete. What `each` gives comes in the order of the functions.
    pub fn run<T: Send>(
        module: Module<'f>,
        options: Options,
        memory: FxHashMap<FunctionId, MemoryFacts>,
        each: impl Fn(&Module<'f>, &Function<'f>) -> T + Sync,
    ) -> (Self, Vec<(FunctionId, T)>) {
        let readers = readers(&memory);
        let mut analysis = Self { module, options, inputs: Inputs::default(), memory, readers };
        let bodies = analysis.bodies();
        let callers = analysis.callers();
        let mut results: Vec<Option<T>> = bodies.iter().map(|_| None).collect();
        // Callees come before their callers, so that most functions are looked at once.
        let mut waiting = analysis.levels(&bodies);
        let mut is_done = vec![false; bodies.len()];
        let mut kept: Vec<Option<Function>> = bodies.iter().map(|_| None).collect();
        let mut again: FxHashSet<FunctionId> = FxHashSet::default();
        loop {
            let todo = match waiting.pop() {
                Some(level) => level,
                None => {
                    let again = std::mem::take(&mut again);
                    (0..bodies.len()).filter(|&it| again.contains(&bodies[it])).collect()
                }
            };
            if todo.is_empty() && waiting.is_empty() {
                break;
            }
            let work: Vec<(usize, Option<Function<'f>>)> =
                todo.iter().map(|&number| (number, kept[number].take())).collect();
            let found: Vec<_> = work
                .into_par_iter()
                .map(|(number, kept)| {
                    let function = match kept {
                        Some(mut function) => {
                            function.derive(&analysis.inputs);
                            function
                        }
                        None => analysis.function(bodies[number]),
                    };
                    let leaves = function.leaves().to_vec();
                    let result = each(&analysis.module, &function);
                    // What nothing comes into is not looked at again.
                    let keep = (!function.rows.incoming.is_empty()).then_some(function);
                    (number, result, leaves, keep)
                })
                .collect();
            let mut changed: FxHashSet<FunctionId> = FxHashSet::default();
            todo.iter().for_each(|&number| is_done[number] = true);
            for (number, result, leaves, keep) in found {
                kept[number] = keep;
                results[number] = Some(result);
                for (exit, kind) in leaves {
                    analysis.leave(bodies[number], exit, kind, &callers, &mut changed);
                }
            }
            let numbers = |function: &FunctionId| bodies.binary_search(function).ok();
            again.extend(changed.iter().filter(|it| numbers(it).is_some_and(|it| is_done[it])));
        }
        let results = bodies.into_iter().zip(results);
        let results = results.filter_map(|(function, result)| Some((function, result?))).collect();
        (analysis, results)
    }

    /// What is known of one function.
    pub fn function(&self, function: FunctionId) -> Function<'f> {
        let memory = self.memory.get(&function);
        Function::of(&self.module, function, &self.inputs, memory, self.options)
    }

    /// The functions that have a body.
    fn bodies(&self) -> Vec<FunctionId> {
        let rows = self.module.facts.function.iter().map(|row| row.function);
        rows.filter(|&function| !self.module.instructions(function).is_empty()).collect()
    }

    /// The functions, by number, in groups to be looked at one after the other, the last one first: no
    /// function comes before one that it calls by its name, but for those that call each other.
    fn levels(&self, bodies: &[FunctionId]) -> Vec<Vec<usize>> {
        let mut graph = DiGraph::<(), ()>::with_capacity(bodies.len(), bodies.len());
        bodies.iter().for_each(|_| _ = graph.add_node(()));
        for row in &self.module.facts.call_instruction {
            let caller = self.module.facts.instruction.get(row.instruction.index());
            let number = |function: FunctionId| bodies.binary_search(&function).ok();
            let callee = self.module.function(row.callee).and_then(number);
            if let (Some(callee), Some(caller)) =
                (callee, caller.and_then(|row| number(row.function)))
            {
                graph.update_edge(NodeIndex::new(caller), NodeIndex::new(callee), ());
            }
        }
        let mut level_of = vec![0_usize; bodies.len()];
        let mut levels: Vec<Vec<usize>> = Vec::new();
        // Components come callees first.
        for component in tarjan_scc(&graph) {
            let callees = component.iter().flat_map(|&node| graph.neighbors(node));
            let below = callees.filter(|callee| !component.contains(callee));
            let level = below.map(|callee| level_of[callee.index()] + 1).max().unwrap_or_default();
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            for node in component {
                level_of[node.index()] = level;
                levels[level].push(node.index());
            }
        }
        levels.reverse();
        levels
    }

    /// By function: those that call it by its name.
    fn callers(&self) -> FxHashMap<FunctionId, Vec<FunctionId>> {
        let mut callers: FxHashMap<FunctionId, Vec<FunctionId>> = FxHashMap::default();
        for row in &self.module.facts.call_instruction {
            let caller = self.module.facts.instruction.get(row.instruction.index());
            if let (Some(callee), Some(caller)) = (self.module.function(row.callee), caller) {
                let callers = callers.entry(callee).or_default();
                if callers.last() != Some(&caller.function) {
                    callers.push(caller.function);
                }
            }
        }
        callers
    }

    fn leave(
        &mut self,
        from: FunctionId,
        exit: Exit,
        kind: Deferred,
        callers: &FxHashMap<FunctionId, Vec<FunctionId>>,
        changed: &mut FxHashSet<FunctionId>,
    ) {
        match exit {
            Exit::Argument(callee, position, part) => {
                if self.inputs.insert(Incoming::Argument(callee, position, part), kind) {
                    changed.insert(callee);
                }
            }
            Exit::Return(part) => {
                if self.inputs.insert(Incoming::Returned(from, part), kind) {
                    changed.extend(callers.get(&from).into_iter().flatten());
                }
            }
            Exit::Memory(number, store) => {
                if self.inputs.insert_stored(Incoming::Memory(number), kind, store) {
                    changed.extend(self.readers.get(&number).into_iter().flatten());
                }
            }
        }
    }
}

/// The functions that load from memory, by its number.
fn readers(memory: &FxHashMap<FunctionId, MemoryFacts>) -> FxHashMap<u32, Vec<FunctionId>> {
    let mut readers: FxHashMap<u32, Vec<FunctionId>> = FxHashMap::default();
    for (&function, facts) in memory {
        facts.memory().for_each(|number| readers.entry(number).or_default().push(function));
    }
    readers.values_mut().for_each(|functions| {
        functions.sort_unstable();
        functions.dedup();
    });
    readers
}

/// Adds what a caller knows of loads and stores to what is known without it: what loads may read,
/// and which memory stores may write to, by number.
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
