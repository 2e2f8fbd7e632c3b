//! Types.

use facts_schema::*;

use super::{Extractor, unique_symbol};
use crate::llvm::{self, TypeParts};
use crate::spelling::push_name;

impl<'m> Extractor<'m> {
    /// The id of a type. Its parts precede it, except where a structure contains itself.
    pub(super) fn r#type(&mut self, r#type: llvm::Type<'m>) -> TypeId {
        if let Some(&known) = self.types.get(&r#type) {
            return known;
        }
        #[cfg(feature = "llvm19-1")]
        if let Some(replacement) = r#type.replacement() {
            let id = self.r#type(replacement);
            self.types.insert(r#type, id);
            return id;
        }
        let parts = r#type.parts();
        if let TypeParts::Struct { is_literal: false, .. } = parts {
            return self.identified_struct(r#type, parts);
        }
        let components: Vec<TypeId> =
            components(&parts).into_iter().map(|component| self.r#type(component)).collect();
        let symbol = self.type_symbol(r#type.kind(), &parts, &components);
        let id = self.new_type(r#type, symbol);
        if r#type.kind() == TypeKind::ScalableVector
            || r#type.kind() == TypeKind::Target
            || components.iter().any(|component| self.without_layout.contains(component))
        {
            self.without_layout.insert(id);
        }
        self.parts(id, &parts, &components);
        self.layout(id, r#type);
        id
    }

    /// A structure with its own name or number, which may contain itself.
    fn identified_struct(&mut self, r#type: llvm::Type<'m>, parts: TypeParts<'m>) -> TypeId {
        let TypeParts::Struct { name, ref fields, .. } = parts else { unreachable!() };
        let mut symbol = Vec::new();
        match name {
            Some(name) => push_name(&mut symbol, b'%', name),
            None => {
                symbol.extend_from_slice(format!("%{}", self.unnamed_structs).as_bytes());
                self.unnamed_structs += 1;
            }
        }
        let id = self.new_type(r#type, symbol);
        if let Some(name) = name {
            let name = self.text(name);
            self.facts.struct_name.push(StructName { r#type: id, name });
        }
        let components: Vec<TypeId> = fields.iter().map(|&field| self.r#type(field)).collect();
        if components.iter().any(|component| self.without_layout.contains(component)) {
            self.without_layout.insert(id);
        }
        self.parts(id, &parts, &components);
        self.layout(id, r#type);
        id
    }

    fn new_type(&mut self, r#type: llvm::Type<'m>, symbol: Vec<u8>) -> TypeId {
        let id = TypeId(self.facts.r#type.len() as u32);
        let symbol = unique_symbol(symbol, &mut self.type_symbols, || b"type".to_vec());
        self.facts.symbols.table_mut(Entity::Type).push(&symbol);
        self.facts.r#type.push(Type { r#type: id, kind: r#type.kind() });
        self.types.insert(r#type, id);
        id
    }

    fn parts(&mut self, id: TypeId, parts: &TypeParts<'m>, components: &[TypeId]) {
        let facts = &mut self.facts;
        let r#type = id;
        let mut flag = |flag| facts.type_flag.push(TypeFlagRow { r#type, flag });
        match *parts {
            TypeParts::Plain => {}
            TypeParts::Integer(width) => facts.integer_type.push(IntegerType { r#type, width }),
            TypeParts::Pointer(address_space) => {
                facts.pointer_type.push(PointerType { r#type, address_space });
            }
            TypeParts::Array(_, length) => {
                facts.array_type.push(ArrayType { r#type, element_type: components[0], length });
            }
            TypeParts::Vector(_, length) => {
                facts.vector_type.push(VectorType { r#type, element_type: components[0], length });
            }
            TypeParts::Struct { is_literal, is_opaque, is_packed, .. } => {
                for (set, word) in [
                    (is_literal, TypeFlag::Literal),
                    (is_opaque, TypeFlag::Opaque),
                    (is_packed, TypeFlag::Packed),
                ] {
                    if set {
                        flag(word);
                    }
                }
                if is_packed {
                    self.packed_structs.insert(id);
                }
                let field_count = components.len() as u32;
                facts.struct_type.push(StructType { r#type, field_count });
                facts.struct_field.extend(
                    (0..).zip(components).map(|(position, &field)| StructField {
                        r#type,
                        position,
                        field_type: field,
                    }),
                );
            }
            TypeParts::Function(_, _, is_vararg) => {
                if is_vararg {
                    flag(TypeFlag::VarArg);
                }
                let (&return_type, parameters) =
                    components.split_first().expect("the result comes first");
                let parameter_count = parameters.len() as u32;
                facts.function_type.push(FunctionType { r#type, return_type, parameter_count });
                facts.function_type_parameter.extend((0..).zip(parameters).map(
                    |(position, &parameter)| FunctionTypeParameter {
                        r#type,
                        position,
                        parameter_type: parameter,
                    },
                ));
            }
            TypeParts::Target { name, ref integers, .. } => {
                let name = facts.texts.intern(name);
                facts.target_type.push(TargetType { r#type, name });
                facts.target_type_parameter.extend((0..).zip(components).map(
                    |(position, &parameter)| TargetTypeParameter {
                        r#type,
                        position,
                        parameter_type: parameter,
                    },
                ));
                facts.target_type_integer.extend((0..).zip(integers).map(
                    |(position, &parameter)| TargetTypeInteger {
                        r#type,
                        position,
                        integer: parameter,
                    },
                ));
            }
        }
    }

    fn layout(&mut self, id: TypeId, r#type: llvm::Type<'m>) {
        if !r#type.is_sized() {
            return;
        }
        self.facts.type_flag.push(TypeFlagRow { r#type: id, flag: TypeFlag::Sized });
        if self.without_layout.contains(&id) {
            return;
        }
        let layout = self.layout.of(r#type);
        self.facts.type_layout.push(TypeLayout {
            r#type: id,
            bit_size: layout.size,
            store_size: layout.store_size,
            allocation_size: layout.allocation_size,
            abi_alignment: layout.abi_alignment,
            preferred_alignment: layout.preferred_alignment,
        });
        if let TypeParts::Struct { fields, .. } = r#type.parts() {
            let layout = self.layout;
            self.facts.struct_field_offset.extend((0..fields.len() as u32).map(|position| {
                let offset = layout.field_offset(r#type, position);
                StructFieldOffset { r#type: id, position, offset }
            }));
        }
    }

    /// The type as LLVM prints it.
    fn type_symbol(&self, kind: TypeKind, parts: &TypeParts<'m>, components: &[TypeId]) -> Vec<u8> {
        let mut text = Vec::new();
        let list = |text: &mut Vec<u8>, ids: &[TypeId]| {
            for (position, &id) in ids.iter().enumerate() {
                if position > 0 {
                    text.extend_from_slice(b", ");
                }
                self.push_symbol(id, text);
            }
        };
        match *parts {
            TypeParts::Plain => text.extend_from_slice(kind.as_str().as_bytes()),
            TypeParts::Integer(width) => text.extend_from_slice(format!("i{width}").as_bytes()),
            TypeParts::Pointer(0) => text.extend_from_slice(b"ptr"),
            TypeParts::Pointer(space) => {
                text.extend_from_slice(format!("ptr addrspace({space})").as_bytes());
            }
            TypeParts::Array(_, length) => {
                text.extend_from_slice(format!("[{length} x ").as_bytes());
                list(&mut text, components);
                text.push(b']');
            }
            TypeParts::Vector(_, length) => {
                let scalable = if kind == TypeKind::ScalableVector { "vscale x " } else { "" };
                text.extend_from_slice(format!("<{scalable}{length} x ").as_bytes());
                list(&mut text, components);
                text.push(b'>');
            }
            TypeParts::Struct { is_packed, .. } => {
                let (open, close): (&[u8], &[u8]) = match (is_packed, components.is_empty()) {
                    (false, false) => (b"{ ", b" }"),
                    (false, true) => (b"{", b"}"),
                    (true, false) => (b"<{ ", b" }>"),
                    (true, true) => (b"<{", b"}>"),
                };
                text.extend_from_slice(open);
                list(&mut text, components);
                text.extend_from_slice(close);
            }
            TypeParts::Function(_, _, is_vararg) => {
                list(&mut text, &components[..1]);
                text.extend_from_slice(b" (");
                list(&mut text, &components[1..]);
                if is_vararg {
                    let ellipsis: &[u8] = if components.len() > 1 { b", ..." } else { b"..." };
                    text.extend_from_slice(ellipsis);
                }
                text.push(b')');
            }
            TypeParts::Target { name, ref integers, .. } => {
                text.extend_from_slice(b"target(");
                crate::spelling::push_quoted(&mut text, name);
                for &id in components {
                    text.extend_from_slice(b", ");
                    self.push_symbol(id, &mut text);
                }
                for integer in integers {
                    text.extend_from_slice(format!(", {integer}").as_bytes());
                }
                text.push(b')');
            }
        }
        text
    }
}

/// The component types of a type; the result comes first in a function type.
fn components<'m>(parts: &TypeParts<'m>) -> Vec<llvm::Type<'m>> {
    match parts {
        TypeParts::Plain | TypeParts::Integer(_) | TypeParts::Pointer(_) => Vec::new(),
        TypeParts::Array(element, _) | TypeParts::Vector(element, _) => vec![*element],
        TypeParts::Struct { fields, .. } => fields.clone(),
        TypeParts::Function(result, parameters, _) => [&[*result], parameters.as_slice()].concat(),
        TypeParts::Target { types, .. } => types.clone(),
    }
}
