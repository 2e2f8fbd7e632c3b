//! The content of the virtual tables of C++ classes (Itanium C++ ABI, 2.5).
//!
//! A class has one table, and one for each base with a table of its own, all in one variable. Each table consists
//! of the offsets of virtual bases and the adjustments of virtual thunks, the distance from the base to the whole
//! object, the type info of the class, and functions. Pointers to it point to the first function. A variable whose
//! name begins with `_ZTC` has the tables of a base class while an object of the derived class is constructed.

use facts_schema::view::View;
use facts_schema::{GlobalFlag, InstructionId, Opcode, TypeFlag, ValueId, ValueKind};

/// The tables in one variable.
#[derive(Debug)]
pub struct Tables {
    /// The variable.
    pub variable: ValueId,
    /// The type info of the class.
    pub class: ValueId,
    /// The offsets of bases in the object, each with the offset in the variable that pointers to its table point
    /// to.
    bases: Vec<(i64, u64)>,
}

impl Tables {
    /// All tables that a module defines. None if one of them is not understood, or may be replaced at run time.
    pub fn all(view: &View) -> Option<Vec<Self>> {
        let variables = view.facts().global_initializer.iter().map(|row| row.global);
        variables.filter(|it| is_table_of_cpp(view, *it)).map(|it| Self::of(view, it)).collect()
    }

    fn of(view: &View, variable: ValueId) -> Option<Self> {
        let initializer = definition(view, variable)?;
        let types = view.types();
        let r#type = view.type_of(initializer)?;
        let word = u64::from(types.pointer_size());
        let mut class = None;
        let mut bases = Vec::new();
        for row in view.constant_element.all(initializer) {
            let (_, start) = types.member(r#type, row.position)?;
            let words = view.constant_element.all(row.element);
            let is_variable = |it| view.kind_of(it) == Some(ValueKind::GlobalVariable);
            let Some(info) = words.iter().find(|row| is_variable(row.element)) else { continue };
            let at = start + u64::from(info.position) * word;
            let distance = integer_at(view, initializer, at.checked_sub(word)?)?;
            class = class.or(Some(info.element));
            bases.push((distance.checked_neg()?, at + word));
        }
        Some(Self { variable, class: class?, bases })
    }

    /// The offset in the object of the base whose table pointers to `offset` in the variable point to.
    pub fn base_at(&self, offset: u64) -> Option<i64> {
        self.bases.iter().find(|(_, at)| *at == offset).map(|(base, _)| *base)
    }

    /// The number that is `slot` bytes after the target of pointers to the table of the base at `offset`.
    pub fn number(&self, view: &View, offset: i64, slot: i64) -> Option<i64> {
        let (_, start) = self.bases.iter().find(|(it, _)| *it == offset)?;
        integer_in(view, self.variable, start.checked_add_signed(slot)?)
    }
}

/// The entry of a table from which a call loads its callee, and the object from which it loads the table's
/// address.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The address of the object.
    pub object: ValueId,
    /// The offset from the target of pointers to the table.
    pub offset: i64,
}

impl Slot {
    /// The slot of a call.
    pub fn of(view: &View, call: InstructionId) -> Option<Self> {
        let in_table = loaded_from(view, view.call_instruction.first(call)?.callee)?;
        let (table, offset) = view.base_with_offset(in_table)?;
        Some(Self { object: loaded_from(view, table)?, offset })
    }

    /// Whether the call passes the object as `this`: as the first argument, or after the address for the result.
    pub fn is_of_method(self, view: &View, call: InstructionId) -> bool {
        let mut arguments = view.call_argument.all(call).iter().take(2);
        arguments.any(|row| row.argument == self.object)
    }
}

/// The address from which a value is loaded.
pub fn loaded_from(view: &View, value: ValueId) -> Option<ValueId> {
    Some(view.load_instruction.first(view.definition_of(value)?)?.address)
}

/// Whether a variable is a virtual table of C++ or Rust.
pub fn is_table(view: &View, variable: ValueId) -> bool {
    is_table_of_cpp(view, variable) || is_table_of_rust(view, variable)
}

/// Whether a variable is the virtual table of a trait object. rustc numbers them.
pub fn is_table_of_rust(view: &View, variable: ValueId) -> bool {
    let is_packed = |it| view.has_type_flag(it, TypeFlag::Packed);
    view.name_of(variable).starts_with("vtable.")
        && view.has_flag(variable, GlobalFlag::Constant)
        && view
            .global
            .first(variable)
            .is_some_and(|it| it.linkage.is_local() && is_packed(it.value_type))
}

/// Whether a variable has the virtual tables of a C++ class.
pub fn is_table_of_cpp(view: &View, variable: ValueId) -> bool {
    let name = view.name_of(variable);
    name.starts_with("_ZTV") || name.starts_with("_ZTC")
}

/// The start of the table that pointers to `offset` in a variable point to. They may point past the last entry.
pub fn start_of_table(view: &View, variable: ValueId, offset: u64) -> Option<u64> {
    let r#type = view.type_of(definition(view, variable)?)?;
    let starts = view.types().fields(r#type).map(|(_, start)| start);
    starts.take_while(|start| *start < offset).last()
}

/// The initializer of a variable that never changes.
fn definition(view: &View, variable: ValueId) -> Option<ValueId> {
    let row = view.global_initializer.first(variable)?;
    let is_known = view.has_flag(variable, GlobalFlag::Constant)
        && !view.has_flag(variable, GlobalFlag::ExternallyInitialized)
        && view.global.first(variable).is_some_and(|it| !it.linkage.is_interposable());
    is_known.then_some(row.initializer)
}

/// The integer at `offset` in a variable that never changes.
pub fn integer_in(view: &View, variable: ValueId, offset: u64) -> Option<i64> {
    integer_at(view, definition(view, variable)?, offset)
}

/// The function whose address is at `offset` in a variable that never changes, if there is one; none if the variable is
/// not that large.
pub fn function_in(view: &View, variable: ValueId, offset: u64) -> Option<Option<ValueId>> {
    let initializer = definition(view, variable)?;
    let r#type = view.type_of(initializer)?;
    if offset >= view.types().size(r#type)? {
        return None;
    }
    let mut elements = view.constant_element.all(initializer).iter();
    let element = elements.find(|row| {
        view.types().member(r#type, row.position).is_some_and(|(_, start)| start == offset)
    });
    Some(element.map(|row| row.element).filter(|it| view.as_function(*it).is_some()))
}

/// The integer at `offset` in a constant, if it is as large as a pointer. rustc writes integers as bytes.
fn integer_at(view: &View, constant: ValueId, offset: u64) -> Option<i64> {
    let types = view.types();
    let r#type = view.type_of(constant)?;
    let is_word = || offset == 0 && types.size(r#type) == Some(u64::from(types.pointer_size()));
    match view.kind_of(constant)? {
        ValueKind::ConstantStruct | ValueKind::ConstantArray => {
            let elements = view.constant_element.all(constant).iter();
            let (element, start) = elements
                .filter_map(|row| Some((row.element, types.member(r#type, row.position)?.1)))
                .take_while(|(_, start)| *start <= offset)
                .last()?;
            integer_at(view, element, offset - start)
        }
        ValueKind::DataArray => {
            let bytes = view.facts().text(view.constant_bytes.first(constant)?.bytes);
            let bytes = bytes.get(usize::try_from(offset).ok()?..)?.first_chunk::<8>()?;
            let is_big_endian = types.is_big_endian();
            let number =
                |it| if is_big_endian { i64::from_be_bytes(it) } else { i64::from_le_bytes(it) };
            (types.pointer_size() == 8).then(|| number(*bytes))
        }
        ValueKind::ConstantInteger if is_word() => i64::try_from(view.signed(constant)?).ok(),
        ValueKind::NullPointer if is_word() => Some(0),
        ValueKind::ConstantExpression if is_word() => {
            let row = view.constant_expression.first(constant)?;
            let operand = view.constant_operand.first(constant)?.operand;
            let is_number = row.opcode == Opcode::IntToPtr
                && view.kind_of(operand) == Some(ValueKind::ConstantInteger);
            is_number.then(|| i64::try_from(view.signed(operand)?).ok())?
        }
        _ => None,
    }
}
