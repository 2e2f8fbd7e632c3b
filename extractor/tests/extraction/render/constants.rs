//! Values as operands: locals, globals, and constants in full.

use facts_schema::assembly::{Writer, is_conversion, quoted};
use facts_schema::*;

use super::{Renderer, commas};
use crate::index::Strict;
use crate::newer;

impl Renderer<'_> {
    /// A value with its type.
    pub fn typed(&self, value: ValueId) -> String {
        let r#type = self.index.value.get(value).r#type;
        format!("{} {}", self.type_text(r#type), self.value_text(value))
    }

    pub fn type_of(&self, value: ValueId) -> TypeId {
        self.index.value.get(value).r#type
    }

    /// A value without its type.
    pub fn value_text(&self, value: ValueId) -> String {
        let _level = self.level();
        let kind = self.index.value.get(value).kind;
        match kind {
            ValueKind::Argument | ValueKind::Instruction | ValueKind::Block => {
                self.locals[&value].clone()
            }
            ValueKind::Function
            | ValueKind::GlobalVariable
            | ValueKind::Alias
            | ValueKind::IFunc => self.globals[&value].clone(),
            ValueKind::InlineAsm => self.inline_asm(value),
            ValueKind::Metadata => self.metadata_operand(value),
            ValueKind::ConstantInteger => self.integer(value),
            ValueKind::ConstantFloat => {
                self.facts.display(self.index.constant_float.get(value).text).into_owned()
            }
            ValueKind::NullPointer
            | ValueKind::TokenNone
            | ValueKind::ZeroInitializer
            | ValueKind::Undef
            | ValueKind::Poison => kind.as_str().to_owned(),
            ValueKind::TargetNone => "zeroinitializer".to_owned(),
            ValueKind::ConstantArray | ValueKind::DataArray => self.array(value),
            ValueKind::ConstantStruct => self.structure(value),
            ValueKind::ConstantVector | ValueKind::DataVector => self.vector(value),
            ValueKind::ConstantExpression => self.expression(value),
            ValueKind::BlockAddress => {
                let row = self.index.block_address.get(value);
                let function = &self.globals[&self.function_values[&row.function]];
                let block = &self.locals[&self.block_values[&row.block]];
                format!("blockaddress({function}, {block})")
            }
            ValueKind::DsoLocalEquivalent => {
                let global = self.index.dso_local_equivalent.get(value).global;
                format!("dso_local_equivalent {}", self.value_text(global))
            }
            ValueKind::NoCfi => {
                format!("no_cfi {}", self.value_text(self.index.no_cfi.get(value).global))
            }
            ValueKind::PtrAuth => self.ptrauth(value),
        }
    }

    fn inline_asm(&self, value: ValueId) -> String {
        let row = self.index.inline_asm.get(value);
        let flags = self.index.inline_asm_flag.all(value);
        let has = |flag| flags.iter().any(|row| row.flag == flag);
        let words = [
            (has(InlineAsmFlag::SideEffect), "sideeffect "),
            (has(InlineAsmFlag::AlignStack), "alignstack "),
            (row.dialect == AsmDialect::Intel, "inteldialect "),
            (has(InlineAsmFlag::Unwind), "unwind "),
        ];
        let words: String = words.iter().filter(|it| it.0).map(|it| it.1).collect();
        format!("asm {words}{}, {}", self.quoted(row.assembly), self.quoted(row.constraints))
    }

    fn integer(&self, value: ValueId) -> String {
        let signed = self.facts.display(self.index.constant_integer.get(value).signed).into_owned();
        let r#type = self.type_of(value);
        let width = self.index.integer_type.get(r#type).width;
        match (width, signed.as_str()) {
            (1, "0") => "false".to_owned(),
            (1, "-1") => "true".to_owned(),
            (1, other) => panic!("{other} is not a value of i1"),
            _ => signed,
        }
    }

    /// The elements of an array, structure or vector.
    fn elements(&self, value: ValueId) -> Vec<ValueId> {
        let rows = self.index.constant_element.list(value, |row| row.position);
        rows.iter().map(|row| row.element).collect()
    }

    fn array(&self, value: ValueId) -> String {
        let row = self.index.array_type.get(self.type_of(value));
        if let Some(bytes) = self.index.constant_bytes.find(value) {
            let bytes = self.facts.text(bytes.bytes);
            assert_eq!(bytes.len() as u64, row.length);
            assert!(self.elements(value).is_empty(), "bytes and elements at once");
            return format!("c{}", quoted(bytes));
        }
        let elements = self.elements(value);
        assert_eq!(elements.len() as u64, row.length);
        format!("[{}]", commas(elements.iter().map(|&element| self.typed(element))))
    }

    fn structure(&self, value: ValueId) -> String {
        let r#type = self.type_of(value);
        let elements = self.elements(value);
        assert_eq!(elements.len(), self.index.struct_type.get(r#type).field_count as usize);
        let elements = commas(elements.iter().map(|&element| self.typed(element)));
        if self.type_has(r#type, TypeFlag::Packed) {
            format!("<{{ {elements} }}>")
        } else {
            format!("{{ {elements} }}")
        }
    }

    fn vector(&self, value: ValueId) -> String {
        let elements = self.elements(value);
        let length = self.index.vector_type.get(self.type_of(value)).length;
        assert_eq!(elements.len(), length as usize);
        let same = elements.iter().all(|element| *element == elements[0]);
        if self.splats && same && self.is_number(elements[0]) {
            return format!("splat ({})", self.typed(elements[0]));
        }
        format!("<{}>", commas(elements.iter().map(|&element| self.typed(element))))
    }

    /// LLVM only prints `splat` for numbers.
    fn is_number(&self, value: ValueId) -> bool {
        let kind = self.index.value.get(value).kind;
        matches!(kind, ValueKind::ConstantInteger | ValueKind::ConstantFloat)
    }

    /// LLVM prints the operands up to the last one that is neither zero nor null, but at least the
    /// key.
    fn ptrauth(&self, value: ValueId) -> String {
        let row = self.index.ptrauth.get(value);
        let deactivation = self.index.ptrauth_deactivation.find(value);
        let mut operands: Vec<String> =
            [row.pointer, row.key, row.discriminator, row.address_discriminator]
                .into_iter()
                .chain(deactivation.map(|row| row.deactivation_symbol))
                .map(|operand| self.typed(operand))
                .collect();
        while operands.len() > 2
            && operands.last().is_some_and(|it| it == "ptr null" || it == "i64 0")
        {
            operands.pop();
        }
        format!("ptrauth ({})", commas(operands.into_iter()))
    }

    fn constant_operands(&self, value: ValueId) -> Vec<ValueId> {
        let rows = self.index.constant_operand.list(value, |row| row.position);
        let count = self.index.constant_expression.get(value).operand_count;
        assert_eq!(rows.len(), count as usize);
        rows.iter().map(|row| row.operand).collect()
    }

    fn expression(&self, value: ValueId) -> String {
        if newer::writes_splats()
            && let Some(element) = self.splat_element(value)
        {
            return format!("splat ({})", self.typed(element));
        }
        let opcode = self.index.constant_expression.get(value).opcode;
        let flags: Vec<_> =
            self.index.constant_flag.all(value).iter().map(|row| row.flag).collect();
        let mut text = opcode.as_str().to_owned() + &self.line(|writer| writer.flags(&flags));
        if let Some(row) = self.index.constant_inrange.find(value) {
            let (start, end) = (self.facts.display(row.start), self.facts.display(row.end));
            text += &format!(" inrange({start}, {end})");
        }
        text += " (";
        if let Some(row) = self.index.constant_getelementptr.find(value) {
            text += &format!("{}, ", self.type_text(row.source_type));
        }
        text += &commas(self.constant_operands(value).iter().map(|&operand| self.typed(operand)));
        if is_conversion(opcode) {
            text += &format!(" to {}", self.type_text(self.type_of(value)));
        }
        if opcode == Opcode::ShuffleVector {
            let rows = self.index.constant_shuffle_mask.all(value);
            let lanes = rows.iter().map(|row| (row.position, row.element_index));
            let mask = |writer: &Writer| writer.shuffle_mask(self.type_of(value), lanes);
            text += &self.line(|writer| mask(writer).expect("a vector"));
        }
        text + ")"
    }

    /// The number that a constant `shufflevector` repeats, if it only repeats: it shuffles the
    /// first element of an otherwise undefined vector into all lanes.
    fn splat_element(&self, value: ValueId) -> Option<ValueId> {
        let opcode = |value| self.index.constant_expression.find(value).map(|row| row.opcode);
        if opcode(value)? != Opcode::ShuffleVector {
            return None;
        }
        let &[vector, other] = self.constant_operands(value).as_slice() else { return None };
        let is_undefined = |value: ValueId| {
            matches!(self.index.value.get(value).kind, ValueKind::Undef | ValueKind::Poison)
        };
        let mask = self.index.constant_shuffle_mask.list(value, |row| row.position);
        let length = self.index.vector_type.get(self.type_of(value)).length;
        let all_zero =
            mask.len() == length as usize && mask.iter().all(|row| row.element_index == 0);
        if !is_undefined(other) || !all_zero || opcode(vector)? != Opcode::InsertElement {
            return None;
        }
        let &[base, element, position] = self.constant_operands(vector).as_slice() else {
            return None;
        };
        let is_splat = is_undefined(base) && self.value_text(position) == "0";
        (is_splat && self.is_number(element)).then_some(element)
    }
}
