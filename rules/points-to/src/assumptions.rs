//! The assumptions about functions that have neither a body nor a model.

use std::collections::BTreeSet;

use facts_schema::{EntityId, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Constraints, FunctionInfo, Origin, Variable, VariableInfo, VariableOf};

/// An argument of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// The argument at this position.
    Fixed(u32),
    /// The variable arguments.
    Variable,
}

/// The possible effects of an unknown function on pointers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// It may keep, change and call the targets of these arguments.
    pub keeps: BTreeSet<Position>,
    /// It may keep the pointers stored where these arguments point.
    pub keeps_behind: BTreeSet<Position>,
    /// It may write where these arguments point.
    pub writes: BTreeSet<Position>,
    /// It may return these arguments.
    pub returns: BTreeSet<Position>,
    /// It may return a pointer of external code.
    pub returns_external: bool,
    /// It returns new memory.
    pub allocates: bool,
}

impl Constraints {
    /// The assumed effects of a function without a body on pointers.
    pub fn assumptions(&self, function: FunctionId) -> Option<Assumptions> {
        let info = self.functions.get(function.index())?;
        let arguments = Arguments::of(self, info);
        let body = &info.body;
        let kept = || body.assigns.iter().filter(|row| row.to == Variable::CAPTURED);
        let writes = body
            .stores
            .iter()
            .filter(|row| row.from == Variable::EXTERNAL || arguments.external.contains(&row.from));
        let returns: FxHashSet<Variable> = info.returns.iter().map(|(_, it)| *it).collect();
        let external = |it: &Variable| *it == Variable::EXTERNAL || arguments.external.contains(it);
        let mut addresses = body.addresses.iter();
        Some(Assumptions {
            keeps: kept().flat_map(|row| arguments.direct(row.from)).collect(),
            keeps_behind: kept().flat_map(|row| arguments.behind(row.from)).collect(),
            writes: writes.flat_map(|row| arguments.direct(row.address)).collect(),
            returns: returns.iter().flat_map(|it| arguments.direct(*it)).collect(),
            returns_external: returns.iter().any(external),
            allocates: addresses.any(|row| self.origin(row.object) == Origin::Heap(function)),
        })
    }
}

/// The arguments that variables hold, in the body of a function that has no instructions.
struct Arguments {
    /// The positions of the arguments that a variable holds.
    held: FxHashMap<Variable, BTreeSet<Position>>,
    /// The positions of the arguments from whose memory the content of a variable is loaded.
    loaded: FxHashMap<Variable, BTreeSet<Position>>,
    /// The variables that hold pointers of external code.
    external: FxHashSet<Variable>,
}

impl Arguments {
    fn of(constraints: &Constraints, info: &FunctionInfo) -> Self {
        let mut arguments = Self {
            held: FxHashMap::default(),
            loaded: FxHashMap::default(),
            external: FxHashSet::from_iter([Variable::EXTERNAL]),
        };
        for (position, _, variable) in &info.parameters {
            arguments.held.entry(*variable).or_default().insert(Position::Fixed(*position));
        }
        if let Some(variadic) = info.variadic
            && let Some(VariableInfo { of: VariableOf::Variadic { .. }, .. }) =
                constraints.variables.get(variadic.0 as usize)
        {
            arguments.held.entry(variadic).or_default().insert(Position::Variable);
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
            let positions: Vec<Position> =
                self.direct(row.address).chain(self.behind(row.address)).collect();
            self.loaded.entry(row.to).or_default().extend(positions);
        }
    }

    fn direct(&self, variable: Variable) -> impl Iterator<Item = Position> {
        self.held.get(&variable).into_iter().flatten().copied()
    }

    fn behind(&self, variable: Variable) -> impl Iterator<Item = Position> {
        self.loaded.get(&variable).into_iter().flatten().copied()
    }
}
