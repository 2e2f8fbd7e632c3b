//! A module, as the programs are fed from it: the view of it, and the parts of its values.

use facts_schema::view::View;
use facts_schema::{EntityId, Facts, InstructionId, TypeId, ValueId, ValueKind};

use crate::parts::{Parts, PartsOfTypes};

/// A module and the parts of its values.
pub struct Source<'f> {
    /// The module.
    pub view: View<'f>,
    parts: PartsOfTypes,
    no_parts: Parts,
}

impl<'f> Source<'f> {
    /// The values of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        let view = View::new(facts);
        Self { parts: PartsOfTypes::new(view.types()), no_parts: Parts::default(), view }
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

    /// Whether a value can hold a pointer.
    pub fn holds(&self, value: ValueId) -> bool {
        !self.parts(value).offsets.is_empty()
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
