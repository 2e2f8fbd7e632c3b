//! Types.

use facts_schema::assembly::quoted;
use facts_schema::*;

use super::{Renderer, commas};
use crate::index::Strict;

impl Renderer<'_> {
    /// A type as printed before an operand.
    pub fn type_text(&self, r#type: TypeId) -> String {
        let _level = self.level();
        let kind = self.index.r#type.get(r#type).kind;
        match kind {
            TypeKind::Integer => format!("i{}", self.index.integer_type.get(r#type).width),
            TypeKind::Pointer => match self.index.pointer_type.get(r#type).address_space {
                0 => "ptr".to_owned(),
                space => format!("ptr addrspace({space})"),
            },
            TypeKind::Array => {
                let row = self.index.array_type.get(r#type);
                format!("[{} x {}]", row.length, self.type_text(row.element_type))
            }
            TypeKind::Vector | TypeKind::ScalableVector => {
                let row = self.index.vector_type.get(r#type);
                let scalable = if kind == TypeKind::Vector { "" } else { "vscale x " };
                format!("<{scalable}{} x {}>", row.length, self.type_text(row.element_type))
            }
            TypeKind::Struct => self.struct_text(r#type),
            TypeKind::Function => {
                let result = self.index.function_type.get(r#type).return_type;
                format!("{} ({})", self.type_text(result), self.parameter_types(r#type))
            }
            TypeKind::Target => self.target_text(r#type),
            _ => kind.as_str().to_owned(),
        }
    }

    pub fn type_has(&self, r#type: TypeId, flag: TypeFlag) -> bool {
        self.index.type_flag.all(r#type).iter().any(|row| row.flag == flag)
    }

    fn parameter_types(&self, r#type: TypeId) -> String {
        let parameters = self.index.function_type_parameter.list(r#type, |row| row.position);
        let count = self.index.function_type.get(r#type).parameter_count;
        assert_eq!(parameters.len(), count as usize);
        let mut texts: Vec<_> =
            parameters.iter().map(|row| self.type_text(row.parameter_type)).collect();
        if self.type_has(r#type, TypeFlag::VarArg) {
            texts.push("...".to_owned());
        }
        commas(texts)
    }

    /// A structure: by name or number if it is identified, otherwise by its fields.
    fn struct_text(&self, r#type: TypeId) -> String {
        let name = self.index.struct_name.find(r#type);
        if self.type_has(r#type, TypeFlag::Literal) {
            assert_eq!(name, None, "a literal structure has no name");
            return self.struct_body(r#type);
        }
        match name {
            Some(row) => format!("%{}", self.name(row.name)),
            // Only LLVM knows the number, so it is taken from the symbol.
            None => {
                let symbol = self.facts.symbol(r#type);
                let number = symbol.strip_prefix('%').and_then(|number| number.parse::<u32>().ok());
                assert!(number.is_some(), "{symbol} is not a number");
                symbol
            }
        }
    }

    fn struct_body(&self, r#type: TypeId) -> String {
        let count = self.index.struct_type.get(r#type).field_count;
        let fields = self.index.struct_field.list(r#type, |row| row.position);
        assert_eq!(fields.len(), count as usize);
        let fields = commas(fields.iter().map(|row| self.type_text(row.field_type)));
        match (self.type_has(r#type, TypeFlag::Packed), self.type_has(r#type, TypeFlag::Opaque)) {
            (_, true) => "opaque".to_owned(),
            (false, _) => format!("{{ {fields} }}"),
            (true, _) => format!("<{{ {fields} }}>"),
        }
    }

    fn target_text(&self, r#type: TypeId) -> String {
        let name = quoted(self.facts.text(self.index.target_type.get(r#type).name));
        let types = self.index.target_type_parameter.list(r#type, |row| row.position);
        let integers = self.index.target_type_integer.list(r#type, |row| row.position);
        let types = types.iter().map(|row| self.type_text(row.parameter_type));
        let integers = integers.iter().map(|row| row.integer.to_string());
        format!("target({})", commas([name].into_iter().chain(types).chain(integers)))
    }

    /// The definitions of identified structures.
    pub fn type_definitions(&self) -> Vec<String> {
        let structs = self.facts.r#type.iter().map(|row| row.r#type).filter(|&r#type| {
            self.index.r#type.get(r#type).kind == TypeKind::Struct
                && !self.type_has(r#type, TypeFlag::Literal)
        });
        structs
            .map(|r#type| {
                format!("{} = type {}", self.struct_text(r#type), self.struct_body(r#type))
            })
            .collect()
    }
}
