//! Numbers variables, objects and sites, which turns moves into bodies.

use facts_schema::{CallArgument, FunctionId, InstructionId, TypeFlag, TypeId, TypeKind, ValueId};
use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::moves::{self, Key, Moves};
use super::multiples::common_divisor;
use super::objects::Objects;
use super::once;
use super::source::Source;
use super::strong::plan::Cell;
use super::strong::position_of;
use crate::constraints::{
    Address, Argument, Assign, Body, Call, CallResult, CallSite, CallSiteInfo, Load, Moment, Shift,
    Store, Transfer, Variable, VariableArguments, VariableOf,
};
use crate::offsets::Offsets;

/// The sites of a function's calls, by instruction.
#[derive(Debug, Default)]
pub struct KnownSites {
    /// In order.
    calls: FxHashMap<InstructionId, Vec<CallSite>>,
    /// The calls that [`moves::RunsOnce`] adds.
    runs_once: FxHashMap<InstructionId, CallSite>,
}

impl KnownSites {
    /// Adds the site of a call to the following sites of its instruction.
    pub fn add(
        &mut self,
        source: &Source,
        instruction: InstructionId,
        site: CallSite,
        callee: Option<FunctionId>,
    ) {
        let invoker =
            source.once.run(instruction).and_then(|it| source.view.as_function(it.invoker));
        if invoker.is_some() && invoker == callee {
            self.runs_once.insert(instruction, site);
        } else {
            self.calls.entry(instruction).or_default().push(site);
        }
    }
}

/// Numbers the variables, objects and sites of one body.
pub struct Numbering<'a, 's, 'f> {
    builder: &'a mut Builder,
    source: &'s Source<'f>,
    objects: &'a Objects<'s, 'f>,
    /// The function whose body it is; none for the module.
    function: Option<FunctionId>,
    steps: FxHashMap<Key, Variable>,
    /// By number.
    cells: &'a [Cell],
}

impl<'a, 's, 'f> Numbering<'a, 's, 'f> {
    /// Creates the numbering for the body of `function`, or of the module.
    pub fn new(
        builder: &'a mut Builder,
        source: &'s Source<'f>,
        objects: &'a Objects<'s, 'f>,
        function: Option<FunctionId>,
    ) -> Self {
        Self { builder, source, objects, function, steps: FxHashMap::default(), cells: &[] }
    }

    /// Creates the numbering for the body of a function in which these cells are followed.
    pub fn with_cells(
        builder: &'a mut Builder,
        source: &'s Source<'f>,
        objects: &'a Objects<'s, 'f>,
        function: FunctionId,
        cells: &'a [Cell],
    ) -> Self {
        Self { cells, ..Self::new(builder, source, objects, Some(function)) }
    }

    /// The variable of a key.
    pub fn variable(&mut self, key: Key) -> Variable {
        match key {
            Key::External => Variable::EXTERNAL,
            Key::Captured => Variable::CAPTURED,
            Key::Library => Variable::LIBRARY,
            Key::Thrown => Variable::THROWN,
            Key::ThrownAs(r#type) => self.builder.variable(None, VariableOf::Thrown { r#type }),
            Key::CaughtAs(r#type) => self.builder.variable(None, VariableOf::Caught { r#type }),
            Key::Callable(function) => {
                self.builder.variable(Some(function), VariableOf::Callable { function })
            }
            Key::Untyped => Variable::UNTYPED,
            Key::ThrownByLibrary => Variable::THROWN_BY_LIBRARY,
            Key::Value(value, part) => {
                let owner = self.source.view.owner_of(value);
                self.builder.variable(owner, VariableOf::Value { value, part })
            }
            Key::Return(function, part) => {
                self.builder.variable(Some(function), VariableOf::Return { function, part })
            }
            Key::Variadic(function) => {
                self.builder.variable(Some(function), VariableOf::Variadic { function })
            }
            Key::Held(function, cell, moment) => {
                let is_own = matches!(moment, Moment::Begins | Moment::Ends);
                let of = VariableOf::held(function, self.cells[cell as usize], moment);
                self.builder.variable(is_own.then_some(function), of)
            }
            Key::Content(cell) => {
                let Cell { object, offset } = self.cells[cell as usize];
                let owner = self.builder.constraints().objects[object.0 as usize].owner;
                match owner {
                    Some(_) if owner == self.function => {
                        self.builder.variable(owner, VariableOf::OwnContent { object, offset })
                    }
                    _ => self.builder.variable(None, VariableOf::Content { object, offset }),
                }
            }
            Key::ValueAlong(value, part, edge) => {
                let owner = self.function;
                self.builder.variable(owner, VariableOf::Along { value, part, edge })
            }
            Key::Step(..) | Key::StepAlong(..) => {
                let (builder, function) = (&mut *self.builder, self.function);
                *self.steps.entry(key).or_insert_with(|| builder.temporary(function))
            }
        }
    }

    /// The body that consists of the moves, without calls.
    pub fn body(&mut self, moves: &Moves) -> Body {
        let mut body = Body::default();
        for &moves::Address(variable, origin) in &moves.addresses {
            let variable = self.variable(variable);
            let object = self.objects.object(self.builder, origin);
            body.addresses.push(Address { variable, object, offsets: Offsets::At(0) });
        }
        for &moves::Assign(to, from) in &moves.assigns {
            let [to, from] = [to, from].map(|it| self.variable(it));
            body.assigns.push(Assign { to, from });
        }
        for &moves::Shift(to, from, step) in &moves.shifts {
            let [to, from] = [to, from].map(|it| self.variable(it));
            body.shifts.push(Shift { to, from, step });
        }
        for &moves::Load(to, address, offset) in &moves.loads {
            let [to, address] = [to, address].map(|it| self.variable(it));
            body.loads.push(Load { to, address, offset });
        }
        for &moves::Store(address, offset, from) in &moves.stores {
            let [address, from] = [address, from].map(|it| self.variable(it));
            body.stores.push(Store { address, offset, from });
        }
        for &moves::Transfer(to, from, length) in &moves.transfers {
            let [to, from] = [to, from].map(|it| self.variable(it));
            body.transfers.push(Transfer { to, from, length });
        }
        body
    }

    /// Adds the calls of a function to its body. Calls in `known` already have sites.
    pub fn calls(&mut self, moves: &Moves, known: &KnownSites, body: &mut Body) {
        let Some(function) = self.function else { return };
        // By call and, if it matters, the edge along which control came.
        let mut sites: FxHashMap<InstructionId, Vec<(Option<u8>, CallSite)>> = FxHashMap::default();
        for &moves::Calls(instruction, callee) in &moves.calls {
            let Some(row) = self.source.view.call_instruction.first(instruction) else { continue };
            let arguments = self.source.view.call_argument.all(instruction);
            let constant =
                |row: &CallArgument| Some((row.position, self.source.unsigned(row.argument)?));
            let forwarded = |row: &CallArgument| {
                Some((row.position, integer_parameter(self.source, row.argument)?))
            };
            let known = known.calls.get(&instruction).map_or(&[][..], Vec::as_slice);
            let old =
                known.first().map(|it| self.builder.constraints().sites[it.0 as usize].clone());
            let info = old.unwrap_or_else(|| CallSiteInfo {
                argument_count: arguments.len() as u32,
                is_unprototyped: self.is_unprototyped(row.function_type),
                constants: arguments.iter().filter_map(constant).collect(),
                multiples: multiples(self.source, row.callee, arguments),
                forwarded: arguments.iter().filter_map(forwarded).collect(),
                allocates: self.objects.allocated(self.builder, instruction),
                ..CallSiteInfo::plain(function, Some(instruction))
            });
            let callee = self.variable(callee);
            for (number, edge) in moves.edges_of(instruction).enumerate() {
                let known = known.get(number).copied();
                let site = known.unwrap_or_else(|| self.builder.site(info.clone()));
                sites.entry(instruction).or_default().push((edge, site));
                body.calls.push(Call { site, callee });
            }
        }
        let sites = |instruction| sites.get(&instruction).into_iter().flatten();
        for &moves::Passes(instruction, position, part, from) in &moves.arguments {
            for &(_, site) in sites(instruction) {
                let variable = self.variable(from);
                body.arguments.push(Argument { site, position, part, variable });
            }
        }
        for &moves::PassesAlong(instruction, edge, position, part, from) in &moves.split_arguments {
            for &(_, site) in sites(instruction).filter(|(it, _)| *it == Some(edge)) {
                let variable = self.variable(from);
                body.arguments.push(Argument { site, position, part, variable });
            }
        }
        for &moves::PassesAll(instruction, from) in &moves.variable_arguments {
            for &(_, site) in sites(instruction) {
                let variable = self.variable(from);
                body.variable_arguments.push(VariableArguments { site, variable });
            }
        }
        let mut runs_once: FxHashMap<InstructionId, CallSite> = FxHashMap::default();
        for &moves::RunsOnce(instruction, invoker, callable) in &moves.runs_once {
            let new = || CallSiteInfo::plain(function, Some(instruction));
            let site = known.runs_once.get(&instruction).copied();
            let site = site.unwrap_or_else(|| self.builder.site(new()));
            let [callee, variable] = [Key::Value(invoker, 0), callable].map(|it| self.variable(it));
            let position = position_of(once::CELL);
            runs_once.insert(instruction, site);
            body.calls.push(Call { site, callee });
            body.arguments.push(Argument { site, position, part: 0, variable });
        }
        let all_sites = |instruction| {
            sites(instruction).map(|(_, site)| site).chain(runs_once.get(&instruction))
        };
        for &moves::PassesHeld(instruction, cell, from) in &moves.passed_cells {
            for &site in all_sites(instruction) {
                let (position, variable) = (position_of(cell), self.variable(from));
                body.arguments.push(Argument { site, position, part: 0, variable });
            }
        }
        for &moves::GetsHeld(instruction, cell, to) in &moves.changed_cells {
            for &site in all_sites(instruction) {
                let (part, variable) = (position_of(cell), self.variable(to));
                body.results.push(CallResult { site, part, variable });
            }
        }
        for &moves::Gets(instruction, part, to) in &moves.results {
            for &(_, site) in sites(instruction) {
                let variable = self.variable(to);
                body.results.push(CallResult { site, part, variable });
            }
        }
    }

    /// Whether calls of this type may pass fewer arguments than their callees take.
    fn is_unprototyped(&self, function_type: TypeId) -> bool {
        let row = self.source.view.function_type.first(function_type);
        row.is_some_and(|row| row.parameter_count == 0)
            && self.source.view.has_type_flag(function_type, TypeFlag::VarArg)
    }
}

/// The arguments of a function without a body that are multiples of the size of elements, by position.
fn multiples(source: &Source, callee: ValueId, arguments: &[CallArgument]) -> Vec<(u32, u32)> {
    let view = &source.view;
    if view.as_function(callee).is_none_or(|it| view.has_body(it)) {
        return Vec::new();
    }
    let is_unknown = |value: ValueId| {
        let is_integer = view.type_of(value).and_then(|it| view.types().kind(it));
        is_integer == Some(TypeKind::Integer) && source.unsigned(value).is_none()
    };
    let arguments = arguments.iter().filter(|row| is_unknown(row.argument));
    let multiples = arguments.map(|row| (row.position, common_divisor(view, row.argument)));
    multiples.filter(|(_, divisor)| *divisor > 1).collect()
}

/// The position of a value among the function's parameters, if it is an integer parameter.
fn integer_parameter(source: &Source, value: ValueId) -> Option<u32> {
    let view = &source.view;
    let is_integer = view.types().kind(view.type_of(value)?) == Some(TypeKind::Integer);
    is_integer.then(|| source.parameters.get(view, value))?.map(|(_, position)| position)
}
