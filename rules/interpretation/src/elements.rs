//! Members of aggregates and elements of vectors, found where they are inserted, loaded or returned.

use facts_schema::view::Lanes;
use facts_schema::{Instruction, InstructionId, Opcode, ValueId, ValueKind};

use crate::constants;
use crate::machine::{Frame, Machine};
use crate::outcomes::MAX_DEPTH;
use crate::state::State;
use crate::value::Value;

/// The maximum number of insertions that are followed back.
const MAX_STEPS: usize = 64;

/// The place where an extracted member or element comes from.
enum Source {
    /// The index is too large.
    Outside,
    /// The member of a value at a path, which is empty for the value itself; whether it was frozen since, and whether
    /// it was selected by a condition that may be poison.
    Member { from: ValueId, path: Vec<u32>, is_frozen: bool, is_selected: bool },
}

impl<'f> Machine<'_, 'f> {
    /// The result of an `extractvalue` or `extractelement`.
    pub(crate) fn extracted(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        row: &Instruction,
    ) -> Option<Value> {
        let source = self.source(frame, state, row, MAX_DEPTH)?;
        let Source::Member { from, ref path, is_frozen, .. } = source else {
            return Some(Value::Poison);
        };
        if is_frozen && !self.is_defined_member(frame, state, from, path, MAX_DEPTH) {
            return None;
        }
        if path.is_empty() {
            return Some(self.value(frame, state, from));
        }
        match self.view.definition_of(from) {
            None => self
                .member_of(frame, state, from, path)
                .or_else(|| self.member(from, path, row.instruction)),
            Some(definition) => self
                .with_overflow(frame, state, definition, path)
                .or_else(|| self.member_of(frame, state, from, path)),
        }
    }

    /// Whether the result of an `extractvalue` or `extractelement` is neither undef nor poison.
    pub(crate) fn extracts_defined(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        row: &Instruction,
        depth: u32,
    ) -> bool {
        match self.source(frame, state, row, depth) {
            Some(Source::Member { is_selected: true, .. }) => false,
            Some(Source::Member { is_frozen: true, .. }) => true,
            Some(Source::Member { from, path, .. }) => {
                self.is_defined_member(frame, state, from, &path, depth)
            }
            Some(Source::Outside) | None => false,
        }
    }

    /// Whether the member of a value at a path is neither undef nor poison.
    fn is_defined_member(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        from: ValueId,
        path: &[u32],
        depth: u32,
    ) -> bool {
        let view = self.view;
        let mut member = from;
        for position in path {
            if view.kind_of(member) == Some(ValueKind::ZeroInitializer) {
                return true;
            }
            let elements = view.constant_element.all(member).iter();
            match elements.into_iter().find(|it| it.position == *position) {
                Some(row) => member = row.element,
                None => return false,
            }
        }
        self.is_well_defined_within(frame, state, member, depth)
    }

    /// The place where the result of an `extractvalue` or `extractelement` comes from.
    fn source(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        row: &Instruction,
        depth: u32,
    ) -> Option<Source> {
        let view = self.view;
        let (mut is_frozen, mut is_selected) = (false, false);
        let (mut from, mut path) = match row.opcode {
            Opcode::ExtractValue => {
                let from = view.extractvalue_instruction.first(row.instruction)?.aggregate;
                (from, self.path(row.instruction))
            }
            _ => {
                let row = view.extractelement_instruction.first(row.instruction)?;
                let index = self.constant(row.index);
                let lanes = self.lanes(row.vector);
                let is_outside = |index| lanes.is_some_and(|lanes| index >= lanes);
                match index {
                    // Undef may be too large.
                    Value::Poison | Value::Undef => return Some(Source::Outside),
                    _ => match self.index(row.index)? {
                        index if is_outside(index) => return Some(Source::Outside),
                        index => (row.vector, vec![index]),
                    },
                }
            }
        };
        for _ in 0..MAX_STEPS {
            let definition = view.definition_of(from).filter(|_| !path.is_empty());
            let Some(definition) = definition else {
                return Some(Source::Member { from, path, is_frozen, is_selected });
            };
            match view.opcode_of(definition)? {
                Opcode::InsertValue => {
                    let insertion = view.insertvalue_instruction.first(definition)?;
                    let own = self.path(definition);
                    if let Some(rest) = path.strip_prefix(own.as_slice()) {
                        (from, path) = (insertion.value, rest.to_vec());
                    } else if own.starts_with(&path) {
                        return None;
                    } else {
                        from = insertion.aggregate;
                    }
                }
                Opcode::ExtractValue => {
                    from = view.extractvalue_instruction.first(definition)?.aggregate;
                    path.splice(0..0, self.path(definition));
                }
                Opcode::InsertElement => {
                    let insertion = view.insertelement_instruction.first(definition)?;
                    if self.index(insertion.index)? == *path.first()? {
                        (from, path) = (insertion.element, Vec::new());
                    } else {
                        from = insertion.vector;
                    }
                }
                Opcode::ShuffleVector => {
                    let shuffle = view.shufflevector_instruction.first(definition)?;
                    let lane = *path.first()?;
                    let mask = view.shuffle_mask.all(definition).iter();
                    let element = mask.into_iter().find(|it| it.position == lane)?.element_index;
                    let lanes = self.lanes(shuffle.first_vector)?;
                    (from, path) = match element.checked_sub(lanes) {
                        None => (shuffle.first_vector, vec![element]),
                        Some(element) => (shuffle.second_vector, vec![element]),
                    };
                }
                Opcode::Select => {
                    let row = view.select_instruction.first(definition)?;
                    let is_first = self.selects(frame, state, row.condition)?;
                    if !self.is_well_defined_within(frame, state, row.condition, depth) {
                        // A frozen poison value may be any value.
                        if is_frozen {
                            return None;
                        }
                        is_selected = true;
                    }
                    from = if is_first { row.true_value } else { row.false_value };
                }
                Opcode::Freeze => {
                    from = view.instruction_operand.first(definition)?.operand;
                    is_frozen = true;
                }
                _ => return Some(Source::Member { from, path, is_frozen, is_selected }),
            }
        }
        None
    }

    /// The path of an `extractvalue` or `insertvalue`, from the outermost member to the innermost.
    pub(crate) fn path(&self, instruction: InstructionId) -> Vec<u32> {
        self.view.aggregate_index.all(instruction).iter().map(|it| it.member_index).collect()
    }

    /// The number of elements of a vector, if it is fixed.
    fn lanes(&self, vector: ValueId) -> Option<u32> {
        match self.view.type_traits().first(self.view.type_of(vector)?)?.lanes {
            Lanes::Fixed(lanes) => Some(lanes),
            _ => None,
        }
    }

    /// The number of a vector's element, if it is constant.
    fn index(&mut self, index: ValueId) -> Option<u32> {
        match self.constant(index) {
            Value::Integer { range, .. } => u32::try_from(range.exact()?).ok(),
            _ => None,
        }
    }

    /// A member of a constant, which `instruction` extracts.
    fn member(
        &mut self,
        constant: ValueId,
        path: &[u32],
        instruction: InstructionId,
    ) -> Option<Value> {
        let view = self.view;
        let mut constant = constant;
        for position in path {
            let r#type = view.type_of(view.result_of(instruction)?)?;
            match view.kind_of(constant)? {
                ValueKind::ZeroInitializer => return Some(constants::zero(view, r#type)),
                ValueKind::Undef => return constants::deferred(view, r#type, Value::Undef),
                ValueKind::Poison => return constants::deferred(view, r#type, Value::Poison),
                _ => {
                    let elements = view.constant_element.all(constant).iter();
                    constant = elements.into_iter().find(|it| it.position == *position)?.element;
                }
            }
        }
        Some(self.constant(constant))
    }
}
