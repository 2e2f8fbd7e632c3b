//! Functions that have neither a body nor a model, and what is taken to be true of them.

use facts_schema::{
    Answer, EntityId, FunctionId, RelationId, UnknownFunction, UnknownFunctionAssumption,
    UnknownFunctionCalls,
};
use points_to::{FunctionInfo, Object, Origin, Variable, VariableOf};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Analysis;
use super::call_graph::CallGraph;
use super::names::Names;
use super::pointers::aligned;
use crate::answer::describe;

/// The relations of an answer about unknown functions.
pub const RELATIONS: &[RelationId] = &[
    RelationId::UnknownFunction,
    RelationId::UnknownFunctionCalls,
    RelationId::UnknownFunctionAssumption,
    RelationId::FunctionName,
    RelationId::FunctionPlace,
];

impl Analysis<'_> {
    /// What a function without a body is taken to do with pointers, in words.
    pub fn assumptions(&self, function: FunctionId) -> Vec<String> {
        let Some(info) = self.constraints.functions.get(function.index()) else {
            return Vec::new();
        };
        let arguments = Arguments::of(self, info);
        let body = &info.body;
        let mut assumed = Vec::new();
        let kept = body.assigns.iter().filter(|row| row.to == Variable::CAPTURED);
        let kept = kept.flat_map(|row| arguments.direct(row.from));
        push(&mut assumed, "may keep, change and call", kept.collect());
        let read = body.assigns.iter().filter(|row| row.to == Variable::CAPTURED);
        let read = read.flat_map(|row| arguments.behind(row.from));
        push(&mut assumed, "may keep what lies behind", read.collect());
        let writes = body
            .stores
            .iter()
            .filter(|row| row.from == Variable::EXTERNAL || arguments.external.contains(&row.from));
        let written = writes.flat_map(|row| arguments.direct(row.address));
        push(&mut assumed, "may write behind", written.collect());
        let returns: FxHashSet<Variable> = info.returns.iter().map(|(_, it)| *it).collect();
        let returned = returns.iter().flat_map(|it| arguments.direct(*it));
        push(&mut assumed, "may return", returned.collect());
        let external = |it: &Variable| *it == Variable::EXTERNAL || arguments.external.contains(it);
        if returns.iter().any(external) {
            assumed.push("may return a pointer of external code".to_owned());
        }
        let makes = |object: Object| {
            let origin = self.constraints.objects.get(object.0 as usize).map(|info| info.origin);
            origin == Some(Origin::Heap(function))
        };
        if body.addresses.iter().any(|row| makes(row.object)) {
            assumed.push("returns new memory".to_owned());
        }
        if assumed.is_empty() {
            assumed.push("does nothing with pointers".to_owned());
        }
        assumed
    }

    /// The unknown functions that may run, as rows.
    pub fn unknown_answer<'n>(&self, names: &'n Names<'_>, graph: &CallGraph) -> Answer<'n> {
        let mut answer = Answer::new(names.facts, RELATIONS);
        for (function, count) in self.unknown_functions(graph) {
            answer.rows.unknown_function.push(UnknownFunction { function });
            let call_count = u32::try_from(count).unwrap_or(u32::MAX);
            let row = UnknownFunctionCalls { function, call_count };
            answer.rows.unknown_function_calls.push(row);
            for (position, assumption) in (0..).zip(self.assumptions(function)) {
                let assumption = answer.text(&assumption);
                let row = UnknownFunctionAssumption { function, position, assumption };
                answer.rows.unknown_function_assumption.push(row);
            }
        }
        describe(&mut answer, &names.index);
        answer
    }

    /// The unknown functions that may run, for a person.
    pub fn unknown_text(&self, names: &Names, graph: &CallGraph) -> String {
        let unknown = self.unknown_functions(graph);
        if unknown.is_empty() {
            return "Every function that may run has a body or a model.\n".to_owned();
        }
        let lines = unknown.into_iter().map(|(function, count)| {
            let calls = if count == 1 { "1 call".to_owned() } else { format!("{count} calls") };
            [names.full_function(function), calls, self.assumptions(function).join("; ")]
        });
        let head = "Neither a body nor a model have these functions; describe them in a file for \
                    --models:\n";
        head.to_owned() + &aligned(lines)
    }
}

/// Which arguments variables hold, in the body of a function that has no instructions.
struct Arguments {
    /// The positions of the arguments that a variable holds.
    held: FxHashMap<Variable, FxHashSet<u32>>,
    /// The positions of the arguments behind which lies what a variable holds.
    loaded: FxHashMap<Variable, FxHashSet<u32>>,
    /// The variables that hold pointers of external code.
    external: FxHashSet<Variable>,
}

impl Arguments {
    fn of(analysis: &Analysis, info: &FunctionInfo) -> Self {
        let mut arguments = Self {
            held: FxHashMap::default(),
            loaded: FxHashMap::default(),
            external: FxHashSet::from_iter([Variable::EXTERNAL]),
        };
        for (position, _, variable) in &info.parameters {
            arguments.held.entry(*variable).or_default().insert(*position);
        }
        for (number, variable) in analysis.constraints.variables.iter().enumerate() {
            let variadic = Some(Variable(number as u32)) == info.variadic;
            if let (VariableOf::Variadic { .. }, true) = (variable.of, variadic) {
                arguments.held.entry(Variable(number as u32)).or_default().insert(VARIABLE);
            }
        }
        // Bodies made from attributes are short.
        const ROUNDS: usize = 4;
        for _ in 0..ROUNDS {
            arguments.close(info);
        }
        arguments
    }

    fn close(&mut self, info: &FunctionInfo) {
        let assigns = info.body.assigns.iter().map(|row| (row.to, row.from));
        let shifts = info.body.shifts.iter().map(|row| (row.to, row.from));
        for (to, from) in assigns.chain(shifts) {
            if to == Variable::CAPTURED {
                continue;
            }
            if self.external.contains(&from) {
                self.external.insert(to);
            }
            for map in [&mut self.held, &mut self.loaded] {
                let positions = map.get(&from).cloned().unwrap_or_default();
                map.entry(to).or_default().extend(positions);
            }
        }
        for row in &info.body.loads {
            let positions: Vec<u32> =
                self.direct(row.address).chain(self.behind(row.address)).collect();
            self.loaded.entry(row.to).or_default().extend(positions);
        }
    }

    fn direct(&self, variable: Variable) -> impl Iterator<Item = u32> {
        self.held.get(&variable).into_iter().flatten().copied()
    }

    fn behind(&self, variable: Variable) -> impl Iterator<Item = u32> {
        self.loaded.get(&variable).into_iter().flatten().copied()
    }
}

/// Stands for the variable arguments, in the place of a position.
const VARIABLE: u32 = u32::MAX;

fn push(assumed: &mut Vec<String>, what: &str, mut positions: Vec<u32>) {
    positions.sort_unstable();
    positions.dedup();
    if positions.is_empty() {
        return;
    }
    let is_one = positions.len() == 1;
    let names: Vec<_> = positions
        .iter()
        .map(|position| match *position {
            VARIABLE => "the variable ones".to_owned(),
            position => position.to_string(),
        })
        .collect();
    let noun = if is_one { "argument" } else { "arguments" };
    assumed.push(format!("{what} {noun} {}", names.join(", ")));
}
