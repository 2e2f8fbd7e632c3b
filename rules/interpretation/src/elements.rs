//! Members of aggregates and elements of vectors, found at their insertions.

use facts_schema::view::Lanes;
use facts_schema::{Instruction, InstructionId, Opcode, ValueId, ValueKind};

use crate::constants;
use crate::machine::{Frame, Machine};
use crate::state::State;
use crate::value::Value;

/// The maximum number of insertions that are followed back.
const MAX_STEPS: usize = 64;

impl<'f> Machine<'_, 'f> {
    /// The result of an `extractvalue` or `extractelement`.
    pub(crate) fn extracted(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        row: &Instruction,
    ) -> Option<Value> {
        let view = self.view;
        let (mut from, mut path) = match row.opcode {
            Opcode::ExtractValue => {
                let from = view.extractvalue_instruction.first(row.instruction)?.aggregate;
                (from, self.path(row.instruction))
            }
            _ => {
                let row = view.extractelement_instruction.first(row.instruction)?;
                (row.vector, vec![self.index(row.index)?])
            }
        };
        for _ in 0..MAX_STEPS {
            let Some(definition) = view.definition_of(from) else {
                return self.member(from, &path, row.instruction);
            };
            match view.opcode_of(definition)? {
                Opcode::InsertValue => {
                    let insertion = view.insertvalue_instruction.first(definition)?;
                    let own = self.path(definition);
                    if let Some(rest) = path.strip_prefix(own.as_slice()) {
                        if rest.is_empty() {
                            return Some(self.value(frame, state, insertion.value));
                        }
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
                        return Some(self.value(frame, state, insertion.element));
                    }
                    from = insertion.vector;
                }
                Opcode::ShuffleVector => {
                    let shuffle = view.shufflevector_instruction.first(definition)?;
                    let lane = *path.first()?;
                    let mask = view.shuffle_mask.all(definition).iter();
                    let element = mask.into_iter().find(|it| it.position == lane)?.element_index;
                    let first_type = view.type_of(shuffle.first_vector)?;
                    let Lanes::Fixed(lanes) = view.type_traits().first(first_type)?.lanes else {
                        return None;
                    };
                    (from, path) = match element.checked_sub(lanes) {
                        None => (shuffle.first_vector, vec![element]),
                        Some(element) => (shuffle.second_vector, vec![element]),
                    };
                }
                Opcode::Call => return self.with_overflow(frame, state, definition, &path),
                _ => return None,
            }
        }
        None
    }

    /// The path of an `extractvalue` or `insertvalue`, from the outermost member to the innermost.
    fn path(&self, instruction: InstructionId) -> Vec<u32> {
        self.view.aggregate_index.all(instruction).iter().map(|it| it.member_index).collect()
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
            match view.kind_of(constant)? {
                ValueKind::ZeroInitializer => {
                    let r#type = view.type_of(view.result_of(instruction)?)?;
                    return Some(constants::zero(view, r#type));
                }
                _ => {
                    let elements = view.constant_element.all(constant).iter();
                    constant = elements.into_iter().find(|it| it.position == *position)?.element;
                }
            }
        }
        Some(self.constant(constant))
    }
}
