//! Recognises numbers that are multiples of a constant, from the instructions that compute them.
//!
//! Optimisers, and libraries that know the size of elements as a number, compute the distance to an element in bytes.

use facts_schema::view::View;
use facts_schema::{InstructionFlag, InstructionId, Opcode, ValueId};
use rustc_hash::FxHashMap;

use crate::offsets::gcd;

/// A number that is computed from more values than this is a multiple of 1.
const MAX_VALUES: usize = 64;

/// The greatest constant that is known to divide `number`, at least 1; 0 if the number is always 0. Stack variables,
/// as compilers emit them at -O0, are followed. The computation is assumed not to overflow 64 bits.
pub fn common_divisor(view: &View, number: ValueId) -> u32 {
    let mut search = Search { view, factors: FxHashMap::default(), divisor: 0 };
    search.add(number, 1);
    search.divisor
}

struct Search<'v, 'f> {
    view: &'v View<'f>,
    /// By value whose multiples are added: a divisor of all factors.
    factors: FxHashMap<ValueId, u32>,
    /// A divisor of what was found until now.
    divisor: u32,
}

impl Search<'_, '_> {
    /// The number may contain any multiple of `factor` times `value`.
    fn add(&mut self, value: ValueId, factor: u32) {
        if self.divisor == 1 || factor == 0 {
            return;
        }
        if let Some(constant) = self.view.signed(value) {
            let constant = u32::try_from(constant.unsigned_abs()).unwrap_or(1);
            return self.add_number(factor.checked_mul(constant).unwrap_or(factor));
        }
        if let Some(known) = self.factors.get(&value)
            && factor.is_multiple_of(*known)
        {
            return;
        }
        let known = self.factors.entry(value).or_default();
        let factor = gcd(*known, factor);
        *known = factor;
        if self.factors.len() > MAX_VALUES || !self.add_operands(value, factor) {
            self.add_number(factor);
        }
    }

    fn add_number(&mut self, number: u32) {
        if number != 0 {
            self.divisor = gcd(self.divisor, number);
        }
    }

    /// The same for the operands of the instruction that computes `value`; false if it is not understood.
    fn add_operands(&mut self, value: ValueId, factor: u32) -> bool {
        let view = self.view;
        let Some(instruction) = view.definition_of(value) else { return false };
        if let Some(row) = view.binary_instruction.first(instruction) {
            return self.may_not_wrap(instruction, value)
                && self.add_two(row.opcode, [row.first_operand, row.second_operand], factor);
        }
        let operands = match view.opcode_of(instruction) {
            Some(Opcode::Phi) => {
                view.phi_incoming.all(instruction).iter().map(|it| it.value).collect()
            }
            Some(Opcode::Select) => {
                let row = view.select_instruction.first(instruction);
                row.map_or_else(Vec::new, |it| vec![it.true_value, it.false_value])
            }
            Some(Opcode::ZExt | Opcode::SExt) => {
                let row = view.conversion_instruction.first(instruction);
                row.map_or_else(Vec::new, |it| vec![it.operand])
            }
            Some(Opcode::Load) => self.stored(instruction),
            _ => Vec::new(),
        };
        operands.iter().for_each(|it| self.add(*it, factor));
        !operands.is_empty()
    }

    /// Whether the result of an operation is not reduced modulo a power of two.
    fn may_not_wrap(&self, instruction: InstructionId, result: ValueId) -> bool {
        let view = self.view;
        let is_wide = view.type_of(result).is_some_and(|it| view.types().width(it) >= 64);
        is_wide
            || view.has_instruction_flag(instruction, InstructionFlag::Nsw)
            || view.has_instruction_flag(instruction, InstructionFlag::Nuw)
    }

    fn add_two(&mut self, opcode: Opcode, operands: [ValueId; 2], factor: u32) -> bool {
        let [first, second] = operands;
        let constant = |value| u32::try_from(self.view.signed(value)?.unsigned_abs()).ok();
        let (times, of) = match opcode {
            Opcode::Add | Opcode::Sub => {
                self.add(first, factor);
                self.add(second, factor);
                return true;
            }
            Opcode::Mul => match (constant(first), constant(second)) {
                (_, Some(times)) => (Some(times), first),
                (Some(times), None) => (Some(times), second),
                (None, None) => (None, first),
            },
            Opcode::Shl => (constant(second).and_then(|it| 1_u32.checked_shl(it)), first),
            _ => (None, first),
        };
        let Some(factor) = times.and_then(|it| factor.checked_mul(it)) else { return false };
        self.add(of, factor);
        true
    }

    /// The numbers that are stored in the stack variable that is loaded; none if its address is used otherwise.
    fn stored(&self, load: InstructionId) -> Vec<ValueId> {
        let view = self.view;
        let address = view.load_instruction.first(load).map(|it| it.address);
        let variable = address.filter(|it| {
            let opcode = view.definition_of(*it).and_then(|it| view.opcode_of(it));
            opcode == Some(Opcode::Alloca)
        });
        let Some(variable) = variable else { return Vec::new() };
        let r#type = view.load_instruction.first(load).map(|it| it.r#type);
        let mut stored = Vec::new();
        for row in view.value_use().all(variable) {
            let is_load = view.load_instruction.first(row.instruction).is_some();
            match view.store_instruction.first(row.instruction) {
                Some(store) if store.address == variable && view.type_of(store.value) == r#type => {
                    stored.push(store.value);
                }
                None if is_load => {}
                _ => return Vec::new(),
            }
        }
        stored
    }
}
