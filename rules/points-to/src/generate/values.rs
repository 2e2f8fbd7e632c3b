//! How pointers move from value to value, in instructions and in constant expressions.
//!
//! **Scope: function**, and once for the constants of the module.

mod program;

use std::ops::Range;

use facts_schema::{FunctionId, InstructionId, Opcode, TypeKind, ValueId};
use rustc_hash::FxHashSet;

use super::moves::Moves;
use super::paths::{Indices, PathId, PathSteps, Paths};
use super::source::Source;
use program::{
    AddressOf, Computed, Constant, Converted, Copied, Extracted, Inserted, Leads, Member, Mixed,
    Part, PathStep, Program, Retyped, Shuffled, ShuffledLane, WidenedFrom, Word,
};

/// The rows of a function, or of the constants of the module.
#[derive(Default)]
pub struct Rows {
    copied: Vec<Copied>,
    retyped: Vec<Retyped>,
    converted: Vec<Converted>,
    widened: Vec<WidenedFrom>,
    mixed: Vec<Mixed>,
    computed: Vec<Computed>,
    addresses: Vec<AddressOf>,
    extracted: Vec<Extracted>,
    inserted: Vec<Inserted>,
    members: Vec<Member>,
    shuffled: Vec<Shuffled>,
    lanes: Vec<ShuffledLane>,
}

impl Rows {
    /// The result is one of the operands.
    pub fn copy(&mut self, source: &Source, result: ValueId, operand: ValueId) {
        if source.holds(operand) {
            self.copied.push(Copied(result, operand));
        }
    }

    /// The result is the operand, converted.
    pub fn convert(&mut self, source: &Source, result: ValueId, opcode: Opcode, operand: ValueId) {
        if !source.holds(operand) {
            return;
        }
        if self.mixes(source, result, &[operand], opcode) {
            return;
        }
        match opcode {
            Opcode::BitCast | Opcode::AddrSpaceCast => self.retyped.push(Retyped(result, operand)),
            Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr | Opcode::Trunc => {
                self.converted.push(Converted(result, operand));
            }
            Opcode::ZExt | Opcode::SExt => {
                self.converted.push(Converted(result, operand));
                let width =
                    source.view.type_of(operand).map_or(0, |it| source.view.types().width(it));
                if opcode == Opcode::ZExt && width > 0 {
                    self.widened.push(WidenedFrom(result, width.div_ceil(8)));
                }
            }
            _ => {}
        }
    }

    /// The result is computed from two numbers.
    pub fn compute(
        &mut self,
        source: &Source,
        result: ValueId,
        opcode: Opcode,
        operands: [ValueId; 2],
    ) {
        let moves = matches!(
            opcode,
            Opcode::Add
                | Opcode::Sub
                | Opcode::And
                | Opcode::Or
                | Opcode::Xor
                | Opcode::Shl
                | Opcode::LShr
                | Opcode::AShr
        );
        if moves && operands.iter().any(|it| source.holds(*it)) {
            self.computed.push(Computed(result, opcode, operands[0], operands[1]));
        }
    }

    /// The result is an address, by way of a path.
    pub fn address(&mut self, source: &Source, result: ValueId, base: ValueId, path: PathId) {
        if source.holds(base) {
            let is_vector = source
                .view
                .type_of(base)
                .is_some_and(|it| source.view.types().elements(it).is_some());
            self.addresses.push(AddressOf(result, base, path, 0, !is_vector));
        }
    }

    /// The result is a member of an aggregate or vector; which one, says the path if it is known.
    pub fn extract(
        &mut self,
        source: &Source,
        result: ValueId,
        aggregate: ValueId,
        path: Option<PathId>,
    ) {
        match path {
            _ if !source.holds(aggregate) => {}
            Some(path) if !source.parts(aggregate).is_folded => {
                self.extracted.push(Extracted(result, aggregate, path));
            }
            _ => self.mixed.push(Mixed(result, aggregate)),
        }
    }

    /// The result is an aggregate or vector in which a member has been replaced.
    pub fn insert(
        &mut self,
        source: &Source,
        result: ValueId,
        aggregate: ValueId,
        member: ValueId,
        path: Option<PathId>,
    ) {
        match path {
            Some(path) if !source.parts(result).is_folded => {
                self.inserted.push(Inserted(result, aggregate, member, path));
            }
            _ => {
                if source.holds(aggregate) {
                    self.copied.push(Copied(result, aggregate));
                }
                self.mixed.push(Mixed(result, member));
            }
        }
    }

    /// The constant has this member.
    pub fn member(&mut self, source: &Source, constant: ValueId, position: u32, member: ValueId) {
        if !source.holds(member) || !source.holds(constant) {
            return;
        }
        if source.parts(constant).is_folded {
            self.mixed.push(Mixed(constant, member));
        } else if let Some((_, offset)) =
            source.view.type_of(constant).and_then(|it| source.view.types().member(it, position))
        {
            self.members.push(Member(constant, member, offset as u32));
        }
    }

    /// The lanes of the result are those of two vectors, in another order.
    pub fn shuffle(
        &mut self,
        source: &Source,
        result: ValueId,
        operands: [ValueId; 2],
        mask: impl Iterator<Item = (u32, u32)>,
    ) {
        if self.mixes(source, result, &operands, Opcode::ShuffleVector) {
            return;
        }
        let Some(vector) = source.view.type_of(operands[0]) else { return };
        let Some(((_, lanes), stride)) =
            source.view.types().elements(vector).zip(source.view.types().stride(vector))
        else {
            return;
        };
        if stride < source.view.types().pointer_size().into() {
            self.mixed.extend(operands.map(|operand| Mixed(result, operand)));
            return;
        }
        self.shuffled.push(Shuffled(result, operands[0], operands[1], lanes as u32, stride as u32));
        self.lanes.extend(mask.map(|(position, lane)| ShuffledLane(result, position, lane)));
    }

    /// Whether parts cannot be told apart between result and operands, and the row says so.
    fn mixes(
        &mut self,
        source: &Source,
        result: ValueId,
        operands: &[ValueId],
        opcode: Opcode,
    ) -> bool {
        let types = source.view.types();
        let is_mixed = |operand: &ValueId| {
            let folded = source.parts(result).is_folded != source.parts(*operand).is_folded;
            let (Some(from), Some(to)) =
                (source.view.type_of(*operand), source.view.type_of(result))
            else {
                return folded;
            };
            let resizes = opcode != Opcode::ShuffleVector
                && types.kind(to) == Some(TypeKind::Vector)
                && types.bits(from) != types.bits(to);
            folded || resizes
        };
        let mixes = operands.iter().filter(|it| source.holds(**it)).any(is_mixed)
            || (opcode == Opcode::ShuffleVector && source.parts(result).is_folded);
        if mixes {
            self.mixed.extend(operands.iter().map(|operand| Mixed(result, *operand)));
        }
        mixes
    }

    /// Derives how pointers move among the values.
    pub fn derive(&self, source: &Source, paths: &PathSteps, moves: &mut Moves) {
        let mut program = Program::new();
        let mut values = FxHashSet::default();
        let mut used_paths = FxHashSet::default();
        let mut constants = FxHashSet::default();
        values.extend(self.copied.iter().map(|row| row.1));
        for row in &self.retyped {
            values.extend([row.0, row.1]);
        }
        for row in &self.converted {
            values.extend([row.0, row.1]);
        }
        for row in &self.mixed {
            values.extend([row.0, row.1]);
        }
        for row in &self.computed {
            values.extend([row.0, row.2, row.3]);
            constants.extend([row.2, row.3]);
        }
        for row in &self.addresses {
            values.extend([row.0, row.1]);
            used_paths.insert(row.2);
        }
        for row in &self.extracted {
            values.extend([row.0, row.1]);
            used_paths.insert(row.2);
        }
        for row in &self.inserted {
            values.extend([row.1, row.2]);
            used_paths.insert(row.3);
        }
        values.extend(self.members.iter().map(|row| row.1));
        for row in &self.shuffled {
            values.extend([row.1, row.2]);
        }

        program.extend(self.copied.iter().copied());
        program.extend(self.retyped.iter().copied());
        program.extend(self.converted.iter().copied());
        program.extend(self.widened.iter().copied());
        program.extend(self.mixed.iter().copied());
        program.extend(self.computed.iter().copied());
        let counted =
            self.addresses.iter().map(|AddressOf(result, base, path, _, is_broadcast)| {
                AddressOf(*result, *base, *path, paths.steps(*path).len() as u32, *is_broadcast)
            });
        program.extend(counted);
        program.extend(self.extracted.iter().copied());
        program.extend(self.inserted.iter().copied());
        program.extend(self.members.iter().copied());
        program.extend(self.shuffled.iter().copied());
        program.extend(self.lanes.iter().copied());

        program.extend([Word(source.view.types().pointer_size())]);
        for value in values {
            let offsets = &source.parts(value).offsets;
            program
                .extend(offsets.iter().map(|part| Part(value, *part, source.rank(value, *part))));
        }
        program
            .extend(constants.into_iter().filter_map(|it| Some(Constant(it, source.signed(it)?))));
        for path in used_paths {
            let steps = paths.steps(path).iter();
            program.extend(steps.map(|row| PathStep(path, row.number, row.step)));
            program.extend(paths.leads(path).map(|row| Leads(path, row.offset, row.size)));
        }

        let (assigns, shifts) = program.run();
        moves.assigns.extend(
            assigns.into_iter().map(|program::Assign(to, from)| super::moves::Assign(to, from)),
        );
        moves.shifts.extend(
            shifts
                .into_iter()
                .map(|program::Shift(to, from, by)| super::moves::Shift(to, from, by)),
        );
    }
}

/// The rows of the instructions of a function.
pub fn of_function(
    source: &Source,
    function: FunctionId,
    paths: &mut Paths,
    indices: &Indices,
) -> Rows {
    let view = &source.view;
    let within = view.instructions_of(function);
    let mut rows = Rows::default();
    for row in view.phi_incoming.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            rows.copy(source, result, row.value);
        }
    }
    for row in view.select_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            rows.copy(source, result, row.true_value);
            rows.copy(source, result, row.false_value);
        }
    }
    let unary = view.unary_instruction.within(Some(within.clone())).iter();
    for row in unary.filter(|row| row.opcode == Opcode::Freeze) {
        if let Some(result) = source.result(row.instruction) {
            rows.copy(source, result, row.operand);
        }
    }
    for row in view.conversion_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            rows.convert(source, result, row.opcode, row.operand);
        }
    }
    for row in view.binary_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            rows.compute(source, result, row.opcode, [row.first_operand, row.second_operand]);
        }
    }
    addresses(source, &within, paths, indices, &mut rows);
    members(source, &within, paths, indices, &mut rows);
    rows
}

/// Adds the rows of `getelementptr`.
fn addresses(
    source: &Source,
    within: &Range<InstructionId>,
    paths: &mut Paths,
    indices: &Indices,
    rows: &mut Rows,
) {
    let view = &source.view;
    let mut path = Vec::new();
    for row in view.getelementptr_instruction.within(Some(within.clone())) {
        let Some(result) = source.result(row.instruction) else { continue };
        path.clear();
        let all = view.getelementptr_index.all(row.instruction);
        path.extend(all.iter().map(|row| indices.constant(row.index)));
        let path = paths.number(row.source_type, &path);
        rows.address(source, result, row.base, path);
    }
}

/// Adds the rows of instructions that take members out of aggregates and vectors, and put them in.
fn members(
    source: &Source,
    within: &Range<InstructionId>,
    paths: &mut Paths,
    indices: &Indices,
    rows: &mut Rows,
) {
    let view = &source.view;
    let path_of = |paths: &mut Paths, instruction, aggregate| {
        let members =
            view.aggregate_index.all(instruction).iter().map(|row| Some(row.member_index.into()));
        let path: Vec<_> = std::iter::once(Some(0)).chain(members).collect();
        Some(paths.number(source.view.type_of(aggregate)?, &path))
    };
    let lane = |paths: &mut Paths, vector, index| {
        let path = [Some(0), Some(indices.constant(index)?)];
        Some(paths.number(source.view.type_of(vector)?, &path))
    };
    for row in view.extractvalue_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            let path = path_of(paths, row.instruction, row.aggregate);
            rows.extract(source, result, row.aggregate, path);
        }
    }
    for row in view.insertvalue_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            let path = path_of(paths, row.instruction, row.aggregate);
            rows.insert(source, result, row.aggregate, row.value, path);
        }
    }
    for row in view.extractelement_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            let path = lane(paths, row.vector, row.index);
            rows.extract(source, result, row.vector, path);
        }
    }
    for row in view.insertelement_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            let path = lane(paths, row.vector, row.index);
            rows.insert(source, result, row.vector, row.element, path);
        }
    }
    for row in view.shufflevector_instruction.within(Some(within.clone())) {
        if let Some(result) = source.result(row.instruction) {
            let mask = view
                .shuffle_mask
                .all(row.instruction)
                .iter()
                .map(|row| (row.position, row.element_index));
            rows.shuffle(source, result, [row.first_vector, row.second_vector], mask);
        }
    }
}
