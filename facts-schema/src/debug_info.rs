//! Debug information: the fields of its nodes, and the source variables.

use rustc_hash::FxHashMap;

use crate::view::Index;
use crate::{DebugRecordKind, Facts, InstructionId, MetadataId, MetadataKind, Text, ValueId};

/// A field of a metadata node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the spelling says it")]
pub enum Field {
    Alignment,
    BaseType,
    Count,
    Elements,
    Encoding,
    File,
    Flags,
    Identifier,
    IsOptimized,
    Language,
    Line,
    LinkageName,
    Name,
    Offset,
    Scope,
    Size,
    Tag,
    TemplateParameters,
    Type,
    Types,
    Unit,
    Variable,
    VirtualTableHolder,
}

impl Field {
    const ALL: [Self; 23] = [
        Self::Alignment,
        Self::BaseType,
        Self::Count,
        Self::Elements,
        Self::Encoding,
        Self::File,
        Self::Flags,
        Self::Identifier,
        Self::IsOptimized,
        Self::Language,
        Self::Line,
        Self::LinkageName,
        Self::Name,
        Self::Offset,
        Self::Scope,
        Self::Size,
        Self::Tag,
        Self::TemplateParameters,
        Self::Type,
        Self::Types,
        Self::Unit,
        Self::Variable,
        Self::VirtualTableHolder,
    ];

    /// The field's name in textual IR.
    fn spelling(self) -> &'static str {
        match self {
            Self::Alignment => "align",
            Self::BaseType => "baseType",
            Self::Count => "count",
            Self::Elements => "elements",
            Self::Encoding => "encoding",
            Self::File => "file",
            Self::Flags => "flags",
            Self::Identifier => "identifier",
            Self::IsOptimized => "isOptimized",
            Self::Language => "language",
            Self::Line => "line",
            Self::LinkageName => "linkageName",
            Self::Name => "name",
            Self::Offset => "offset",
            Self::Scope => "scope",
            Self::Size => "size",
            Self::Tag => "tag",
            Self::TemplateParameters => "templateParams",
            Self::Type => "type",
            Self::Types => "types",
            Self::Unit => "unit",
            Self::Variable => "var",
            Self::VirtualTableHolder => "vtableHolder",
        }
    }
}

/// The fields of metadata nodes in the facts of one module.
#[derive(Clone, Debug)]
pub struct DebugFields {
    /// For each [`Field`], its name if any node has the field.
    names: [Option<Text>; Field::ALL.len()],
    /// The attachment kind for debug information, `dbg`.
    attachment: Option<Text>,
}

impl DebugFields {
    /// The fields in these facts.
    pub fn new(facts: &Facts) -> Self {
        let text = |text: &str| facts.texts.find(text.as_bytes());
        Self { names: Field::ALL.map(|field| text(field.spelling())), attachment: text("dbg") }
    }

    /// Accesses the nodes with these fields.
    pub fn nodes<'a, 'f>(&'a self, facts: &'f Facts, index: &'a Index<'f>) -> DebugNodes<'a, 'f> {
        DebugNodes { facts, index, fields: self }
    }
}

/// The nodes of debug information.
#[derive(Clone, Copy)]
pub struct DebugNodes<'a, 'f> {
    facts: &'f Facts,
    index: &'a Index<'f>,
    fields: &'a DebugFields,
}

impl DebugNodes<'_, '_> {
    /// The node that a field refers to.
    pub fn reference(&self, node: MetadataId, field: Field) -> Option<MetadataId> {
        let name = self.fields.names[field as usize]?;
        let rows = self.index.metadata_reference.all(node);
        rows.iter().find(|row| row.field == name).map(|row| row.referenced_metadata)
    }

    /// The text of a field; empty if the node does not have the field.
    pub fn text(&self, node: MetadataId, field: Field) -> String {
        let name = self.fields.names[field as usize];
        let rows = self.index.metadata_field.all(node);
        let row = rows.iter().find(|row| Some(row.field) == name);
        row.map(|row| self.facts.display(row.text).into_owned()).unwrap_or_default()
    }

    /// The nodes that have a field, each with its text.
    pub fn with_field(&self, field: Field) -> impl Iterator<Item = (MetadataId, Text)> + '_ {
        let name = self.fields.names[field as usize];
        let rows = self.facts.metadata_field.iter();
        rows.filter(move |row| Some(row.field) == name).map(|row| (row.metadata, row.text))
    }

    /// The number in a field.
    pub fn number(&self, node: MetadataId, field: Field) -> Option<u64> {
        self.text(node, field).parse().ok()
    }

    /// The tag of a node, such as `DW_TAG_member`.
    pub fn tag(&self, node: MetadataId) -> String {
        self.text(node, Field::Tag)
    }

    /// Whether a node has a flag, such as `DIFlagBitField`.
    pub fn has_flag(&self, node: MetadataId, flag: &str) -> bool {
        self.text(node, Field::Flags).split(" | ").any(|it| it == flag)
    }

    /// The nodes in the tuple `elements`: the members of a structure, the dimensions of an array.
    pub fn elements(&self, node: MetadataId) -> Vec<MetadataId> {
        self.nodes_in(node, Field::Elements)
    }

    /// The nodes in the tuple that a field refers to.
    pub fn nodes_in(&self, node: MetadataId, field: Field) -> Vec<MetadataId> {
        let tuple = self.reference(node, field);
        let rows = tuple.map_or(&[][..], |tuple| self.index.metadata_operand.all(tuple));
        let is_node = |it: &MetadataId| {
            self.index.metadata.first(*it).is_some_and(|row| row.kind != MetadataKind::String)
        };
        rows.iter().map(|row| row.operand_metadata).filter(is_node).collect()
    }

    /// The scopes that contain a node, from the innermost outwards.
    pub fn scopes(&self, node: MetadataId) -> impl Iterator<Item = MetadataId> + '_ {
        /// A limit, because the scopes of an ill-formed module may form a cycle.
        const DEPTH: usize = 64;
        let around = |node: MetadataId| self.reference(node, Field::Scope);
        std::iter::successors(around(node), move |scope| around(*scope)).take(DEPTH)
    }

    /// A debug location, and the locations of the calls at which its code was inlined, from the innermost outwards.
    pub fn locations(&self, location: MetadataId) -> impl Iterator<Item = MetadataId> + '_ {
        /// A limit, because the inlined calls of an ill-formed module may form a cycle.
        const DEPTH: usize = 64;
        let call = |it: MetadataId| Some(self.index.inlined_at.first(it)?.call_location);
        std::iter::successors(Some(location), move |it| call(*it)).take(DEPTH)
    }

    /// The subprogram that the code at a debug location was written in.
    pub fn subprogram_at(&self, location: MetadataId) -> Option<MetadataId> {
        let scope = self.index.source_location.first(location)?.scope;
        Some(self.index.scope_subprogram.first(scope)?.subprogram)
    }

    /// The subprograms that the code at a debug location was inlined from, from the innermost outwards, and the one that
    /// it is in.
    pub fn subprograms_at(&self, location: MetadataId) -> impl Iterator<Item = MetadataId> + '_ {
        self.locations(location).filter_map(|it| self.subprogram_at(it))
    }

    /// Whether a node is a file or a compilation unit, which do not have names in the program.
    pub fn is_file(&self, node: MetadataId) -> bool {
        let kind = self.index.metadata.first(node).map(|row| row.kind);
        matches!(kind, Some(MetadataKind::File | MetadataKind::CompileUnit))
    }

    /// Whether a node only adds a name or a qualifier to another type, without changing its layout.
    pub fn is_alias(&self, r#type: MetadataId) -> bool {
        matches!(
            self.tag(r#type).as_str(),
            "DW_TAG_typedef"
                | "DW_TAG_const_type"
                | "DW_TAG_volatile_type"
                | "DW_TAG_restrict_type"
                | "DW_TAG_atomic_type"
        )
    }

    /// A type without its typedefs and qualifiers.
    pub fn bare(&self, mut r#type: MetadataId) -> Option<MetadataId> {
        /// A limit, because the typedefs of an ill-formed module may form a cycle.
        const DEPTH: usize = 32;
        for _ in 0..DEPTH {
            if !self.is_alias(r#type) {
                return Some(r#type);
            }
            r#type = self.reference(r#type, Field::BaseType)?;
        }
        None
    }

    /// The type to which pointers or references of this type point; `None` for `void *`.
    pub fn pointee(&self, r#type: MetadataId) -> Option<MetadataId> {
        let pointer = self.bare(r#type)?;
        let tag = self.tag(pointer);
        let is_pointer = matches!(
            tag.as_str(),
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type"
        );
        is_pointer.then(|| self.reference(pointer, Field::BaseType))?
    }

    /// The parameter types of a subprogram, at positions from 1, and its result type, at position
    /// 0. `void` is omitted.
    pub fn signature(&self, subprogram: MetadataId) -> Vec<(u32, MetadataId)> {
        let r#type = self.reference(subprogram, Field::Type);
        let types = r#type.and_then(|it| self.reference(it, Field::Types));
        let rows = types.map_or(&[][..], |types| self.index.metadata_operand.all(types));
        rows.iter().map(|row| (row.position, row.operand_metadata)).collect()
    }

    /// Whether a node is a structure, a class or a union.
    pub fn is_structure(&self, r#type: MetadataId) -> bool {
        matches!(
            self.tag(r#type).as_str(),
            "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type"
        )
    }

    /// The first `!dbg` attachment of a function or global variable.
    pub fn attachment(&self, global: ValueId) -> Option<MetadataId> {
        self.attachments_of(global).next()
    }

    /// The `!dbg` attachments of a function or global variable. Variables that the optimiser has united have several.
    pub fn attachments_of(&self, global: ValueId) -> impl Iterator<Item = MetadataId> + '_ {
        let rows = self.index.global_metadata.all(global).iter();
        let rows = rows.filter(|row| Some(row.attachment_kind) == self.fields.attachment);
        rows.map(|row| row.metadata)
    }

    /// The `!dbg` attachments of functions and global variables.
    pub fn attachments(&self) -> impl Iterator<Item = (ValueId, MetadataId)> {
        let rows = self.facts.global_metadata.iter();
        let rows = rows.filter(|row| Some(row.attachment_kind) == self.fields.attachment);
        rows.map(|row| (row.global, row.metadata))
    }

    /// The global variables of the source.
    pub fn global_variables(&self) -> impl Iterator<Item = SourceVariable> {
        self.attachments().filter_map(|(value, node)| {
            let variable = self.reference(node, Field::Variable)?;
            Some(SourceVariable { value, variable, is_address: true, before: None })
        })
    }

    /// The local variables of the source, except variables that are described in fragments.
    pub fn local_variables(&self) -> Vec<SourceVariable> {
        let key = |instruction: InstructionId, position: u32| (instruction, position);
        let whole = self.facts.debug_record_variable.iter();
        let whole = whole.filter(|row| self.index.metadata_field.all(row.expression).is_empty());
        let whole: FxHashMap<_, _> =
            whole.map(|row| (key(row.instruction, row.position), row.variable)).collect();
        let kinds = self.facts.debug_record.iter();
        let kinds: FxHashMap<_, _> =
            kinds.map(|row| (key(row.instruction, row.position), row.kind)).collect();
        let mut variables = Vec::new();
        let operands = self.facts.debug_record_operand.iter();
        for row in operands.filter(|row| row.operand_position == 0) {
            let key = key(row.instruction, row.position);
            let (Some(&variable), Some(kind)) = (whole.get(&key), kinds.get(&key)) else {
                continue;
            };
            let is_address = match kind {
                DebugRecordKind::Declare => true,
                DebugRecordKind::Value | DebugRecordKind::Assign => false,
                _ => continue,
            };
            let before = Some(row.instruction);
            variables.push(SourceVariable { value: row.operand, variable, is_address, before });
        }
        variables
    }
}

/// The source variable that debug information assigns to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceVariable {
    /// The value.
    pub value: ValueId,
    /// The variable of the source.
    pub variable: MetadataId,
    /// Whether the value is the address of the variable. Otherwise it is the variable's content at
    /// some point.
    pub is_address: bool,
    /// The instruction before which this is the case; none for global variables.
    pub before: Option<InstructionId>,
}
