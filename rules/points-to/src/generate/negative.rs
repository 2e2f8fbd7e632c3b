//! Recognises numbers that may be negative, from the instructions that compute them.

use facts_schema::view::View;
use facts_schema::{InstructionFlag, InstructionId, Opcode, ValueId};
use rustc_hash::FxHashSet;

/// A number that is computed from more values than this may be negative.
const MAX_VALUES: usize = 32;

/// Whether the number may be negative: it is a difference, a complement, or loaded from before a pointer, like the
/// offsets in virtual tables. Numbers from elsewhere, such as arguments, are assumed to be lengths. Stack
/// variables, as compilers emit them at -O0, are followed.
pub fn may_be_negative(view: &View, number: ValueId) -> bool {
    let mut search = Search { view, seen: FxHashSet::default(), is_from_zero: false, falls: false };
    search.may_be_negative(number) || search.is_from_zero && search.falls
}

struct Search<'v, 'f> {
    view: &'v View<'f>,
    seen: FxHashSet<ValueId>,
    /// Whether a number that changes in a loop starts at zero.
    is_from_zero: bool,
    /// Whether a negative constant is added.
    falls: bool,
}

impl Search<'_, '_> {
    fn may_be_negative(&mut self, number: ValueId) -> bool {
        if !self.seen.insert(number) {
            return false;
        }
        if self.seen.len() > MAX_VALUES {
            return true;
        }
        if let Some(number) = self.view.signed(number) {
            return number < 0;
        }
        let Some(instruction) = self.view.definition_of(number) else { return false };
        match self.view.opcode_of(instruction) {
            Some(Opcode::Phi) => self.of_phi(instruction),
            Some(Opcode::Load) => self.of_load(instruction),
            Some(Opcode::ZExt) => false,
            // One of two numbers, as in a pointer to a member function: the distance from the class to the object.
            Some(Opcode::ExtractValue) => true,
            _ => self.of_operation(instruction),
        }
    }

    fn of_operation(&mut self, instruction: InstructionId) -> bool {
        let view = self.view;
        if let Some(row) = view.binary_instruction.first(instruction) {
            return self.of_two(instruction, row.opcode, [row.first_operand, row.second_operand]);
        }
        if let Some(row) = view.select_instruction.first(instruction) {
            return self.any(&[row.true_value, row.false_value]);
        }
        let operand = view.conversion_instruction.first(instruction).map(|it| it.operand);
        let operand =
            operand.or_else(|| view.unary_instruction.first(instruction).map(|it| it.operand));
        operand.is_some_and(|it| self.may_be_negative(it))
    }

    fn of_two(
        &mut self,
        instruction: InstructionId,
        opcode: Opcode,
        operands: [ValueId; 2],
    ) -> bool {
        let view = self.view;
        let [first, second] = operands;
        let constant = view.signed(second);
        match opcode {
            Opcode::Sub => match constant {
                Some(constant) => {
                    self.falls |= constant > 0;
                    self.may_be_negative(first)
                }
                None => {
                    let flags = view.instruction_flag.all(instruction);
                    !flags.iter().any(|it| it.flag == InstructionFlag::Nuw)
                }
            },
            Opcode::Add if let Some(constant) = constant => {
                self.falls |= constant < 0;
                self.may_be_negative(first)
            }
            Opcode::And if constant.is_some() => self.may_be_negative(first),
            Opcode::And | Opcode::LShr | Opcode::UDiv | Opcode::URem => false,
            Opcode::Shl | Opcode::AShr | Opcode::SRem => self.may_be_negative(first),
            _ => self.any(&[first, second]),
        }
    }

    fn of_phi(&mut self, instruction: InstructionId) -> bool {
        let rows = self.view.phi_incoming.all(instruction).iter();
        self.of_choice(&rows.map(|it| it.value).collect::<Vec<_>>())
    }

    fn of_choice(&mut self, numbers: &[ValueId]) -> bool {
        self.is_from_zero |= numbers.iter().any(|it| self.view.signed(*it) == Some(0));
        self.any(numbers)
    }

    fn any(&mut self, numbers: &[ValueId]) -> bool {
        numbers.iter().any(|it| self.may_be_negative(*it))
    }

    /// The loaded value is before a pointer, or was stored in a stack variable.
    fn of_load(&mut self, load: InstructionId) -> bool {
        let view = self.view;
        let Some(address) = view.load_instruction.first(load).map(|it| it.address) else {
            return false;
        };
        let Some(definition) = view.definition_of(address) else { return false };
        match view.opcode_of(definition) {
            Some(Opcode::Alloca) => {
                let stores = view.value_use().all(address).iter();
                let stores = stores.filter_map(|it| view.store_instruction.first(it.instruction));
                let stores = stores.filter(|it| it.address == address).map(|it| it.value);
                self.of_choice(&stores.collect::<Vec<_>>())
            }
            Some(Opcode::GetElementPtr) => {
                let index = view.getelementptr_index.first(definition);
                index.and_then(|it| view.signed(it.index)).is_some_and(|it| it < 0)
            }
            _ => false,
        }
    }
}
