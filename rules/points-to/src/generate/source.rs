//! What programs ask of a module beside its relations: parts of values, layouts and numbers.

use facts_schema::view::{Scope, View};
use facts_schema::{EntityId, Facts, InstructionId, TypeId, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use super::callees::{self, Callee, program::Special};
use crate::parts::{Parts, PartsOfTypes};

/// A module and the parts of its values.
pub struct Source<'f> {
    /// The module.
    pub view: View<'f>,
    parts: PartsOfTypes,
    no_parts: Parts,
    callees: FxHashMap<ValueId, Callee>,
}

impl<'f> Source<'f> {
    /// The values of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        let view = View::new(facts);
        let (special,) = callees::program::run(Scope::module(&view));
        let callees = special.into_iter().map(|Special(value, callee)| (value, callee)).collect();
        let parts = PartsOfTypes::new(view.types());
        Self { parts, no_parts: Parts::default(), callees, view }
    }

    /// All that is known of the module.
    pub fn facts(&self) -> &'f Facts {
        self.view.facts()
    }

    /// The parts of values of a type.
    pub fn parts_of_type(&self, r#type: TypeId) -> &Parts {
        self.parts.of(r#type)
    }

    /// The parts of a value. A constant in which there is no address has none.
    pub fn parts(&self, value: ValueId) -> &Parts {
        match self.facts().value.get(value.index()) {
            Some(row) if may_hold(row.kind) => self.parts.of(row.r#type),
            _ => &self.no_parts,
        }
    }

    /// Where the parts of a value start.
    pub fn parts_of(&self, value: ValueId) -> impl Iterator<Item = u32> {
        self.parts(value).offsets.iter().copied()
    }

    /// Whether a value has so many parts that they are one.
    pub fn is_folded(&self, value: ValueId) -> bool {
        self.parts(value).is_folded
    }

    /// Whether a value can hold a pointer.
    pub fn holds(&self, value: ValueId) -> bool {
        !self.parts(value).offsets.is_empty()
    }

    /// What a call of this value is of.
    pub fn callee(&self, value: ValueId) -> Callee {
        self.callees.get(&value).copied().unwrap_or(Callee::Function)
    }

    /// The result of an instruction, if it can hold a pointer.
    pub fn result(&self, instruction: InstructionId) -> Option<ValueId> {
        self.view.result_of(instruction).filter(|result| self.holds(*result))
    }

    /// An integer constant in two's complement, if 64 bits can hold it.
    pub fn signed(&self, constant: ValueId) -> Option<i64> {
        i64::try_from(self.view.signed(constant)?).ok()
    }

    /// An integer constant as a plain binary number, if 64 bits can hold it.
    pub fn unsigned(&self, constant: ValueId) -> Option<u64> {
        u64::try_from(self.view.unsigned(constant)?).ok()
    }

    /// How many bytes after the lowest byte of a number its part at byte `part` comes.
    pub fn rank(&self, value: ValueId, part: u32) -> u32 {
        let types = self.view.types();
        if !types.is_big_endian() {
            return part;
        }
        let width = self.view.type_of(value).map_or(0, |it| types.width(it) / 8);
        width.checked_sub(part + types.pointer_size()).unwrap_or(part)
    }
}

/// Whether values of this kind can hold a pointer, if their type can.
fn may_hold(kind: ValueKind) -> bool {
    use ValueKind as Kind;
    matches!(
        kind,
        Kind::Argument
            | Kind::Instruction
            | Kind::Function
            | Kind::GlobalVariable
            | Kind::Alias
            | Kind::IFunc
            | Kind::ConstantArray
            | Kind::ConstantStruct
            | Kind::ConstantVector
            | Kind::ConstantExpression
            | Kind::BlockAddress
            | Kind::DsoLocalEquivalent
            | Kind::NoCfi
            | Kind::PtrAuth
    )
}
