//! Metadata: nodes, strings, values, and the references between them.

mod source;

use facts_schema::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Extractor;
use super::fields::{self, FieldValue, PrintedNode};
use crate::llvm::{self, MetadataOperand, MetadataParts};
use crate::spelling::push_quoted;

/// The metadata that already has ids.
#[derive(Default)]
pub(super) struct Known {
    ids: FxHashMap<usize, MetadataId>,
    /// Tuples with one constant, keyed by that constant, because LLVM-C often shows only the
    /// constant.
    tuples_of: FxHashMap<usize, MetadataId>,
    /// The number of nodes that have a number in textual IR.
    numbered: u32,
    /// Expressions, keyed by their text: other nodes print them inline.
    expressions: FxHashMap<Vec<u8>, MetadataId>,
    /// The number of operands to which an expression refers.
    operand_counts: FxHashMap<MetadataId, u32>,
    /// The enclosing scope of a block.
    parents: FxHashMap<MetadataId, MetadataId>,
}

/// Metadata that has an id, but no rows for its contents yet.
struct New<'m> {
    id: MetadataId,
    metadata: llvm::Metadata<'m>,
    kind: MetadataKind,
    parts: MetadataParts<'m>,
}

impl<'m> Extractor<'m> {
    /// The named metadata of the module.
    pub(super) fn named_metadata(&mut self) {
        for ((name, operands), position) in self.module.named_metadata().zip(0..) {
            let is_flags = name == b"llvm.module.flags";
            let name = self.text(name);
            let operand_count = operands.len() as u32;
            self.facts.named_metadata.push(NamedMetadata { position, name, operand_count });
            for (operand, position) in operands.into_iter().zip(0..) {
                let Some(operand) = operand.and_then(|it| it.operand_metadata()) else { continue };
                let operand = self.metadata_operand(operand);
                let row = NamedMetadataOperand { name, position, operand_metadata: operand };
                self.facts.named_metadata_operand.push(row);
                if is_flags {
                    self.module_flag(position, operand);
                }
            }
        }
    }

    /// A module flag is a tuple of behaviour, name and value.
    fn module_flag(&mut self, position: u32, flag: MetadataId) -> Option<()> {
        const BEHAVIORS: [ModuleFlagBehavior; 8] = [
            ModuleFlagBehavior::Error,
            ModuleFlagBehavior::Warning,
            ModuleFlagBehavior::Require,
            ModuleFlagBehavior::Override,
            ModuleFlagBehavior::Append,
            ModuleFlagBehavior::AppendUnique,
            ModuleFlagBehavior::Max,
            ModuleFlagBehavior::Min,
        ];
        let operands = self.facts.metadata_operand.iter().filter(|row| row.metadata == flag);
        let operands: Vec<_> = operands.map(|row| row.operand_metadata).collect();
        let &[behavior, name, value] = operands.as_slice() else { return None };
        let constant = self.facts.value_metadata.iter().find(|row| row.metadata == behavior)?.value;
        let number = self.facts.constant_integer.iter().find(|row| row.constant == constant)?;
        let number: usize = self.facts.display(number.unsigned).parse().ok()?;
        let row = ModuleFlag {
            position,
            behavior: *BEHAVIORS.get(number.checked_sub(1)?)?,
            name: self.facts.metadata_string.iter().find(|row| row.metadata == name)?.text,
            metadata: value,
        };
        self.facts.module_flag.push(row);
        Some(())
    }

    /// The name of a kind of attachment.
    pub(super) fn metadata_kind(&mut self, number: u32) -> Text {
        if let Some(&known) = self.metadata_kinds.get(&number) {
            return known;
        }
        let name = self.scratch.metadata_kind(number);
        let name = self.text(&name);
        self.metadata_kinds.insert(number, name);
        name
    }

    /// The id of metadata. New metadata is numbered in LLVM's order, each node before its operands,
    /// and then receives its rows.
    pub(super) fn metadata(&mut self, metadata: llvm::Metadata<'m>) -> MetadataId {
        self.metadata_operand(MetadataOperand::Metadata(metadata))
    }

    fn metadata_operand(&mut self, operand: MetadataOperand<'m>) -> MetadataId {
        if let Some(known) = self.known(operand) {
            return known;
        }
        for new in self.number(operand) {
            self.emit_rows(new);
        }
        self.known(operand).expect("it has just been numbered")
    }

    fn known(&self, operand: MetadataOperand<'m>) -> Option<MetadataId> {
        match operand {
            MetadataOperand::Metadata(metadata) => self.metadata.ids.get(&metadata.key()).copied(),
            MetadataOperand::TupleOf(constant) => {
                self.metadata.tuples_of.get(&constant.key()).copied()
            }
        }
    }

    /// Numbers `root` and everything that it refers to.
    fn number(&mut self, root: MetadataOperand<'m>) -> Vec<New<'m>> {
        let mut new = Vec::new();
        let mut stack = vec![root];
        while let Some(operand) = stack.pop() {
            if self.known(operand).is_some() {
                continue;
            }
            match operand {
                MetadataOperand::TupleOf(constant) => {
                    self.tuple_of(constant, &mut new);
                }
                MetadataOperand::Metadata(metadata) => {
                    let kind = metadata.kind();
                    let parts = metadata.parts(self.module.context());
                    if let MetadataParts::Location(location) = &parts {
                        let operands = [location.inlined_at, location.scope];
                        stack.extend(operands.into_iter().flatten().map(MetadataOperand::Metadata));
                    }
                    if let MetadataParts::Node(operands) = &parts {
                        if self.is_known_tuple(metadata, kind, operands) {
                            continue;
                        }
                        stack.extend(operands.iter().rev().flatten());
                    }
                    let id = self.new_metadata(metadata, kind, &parts);
                    if let MetadataParts::Node(operands) = &parts
                        && let [Some(MetadataOperand::Metadata(only))] = operands.as_slice()
                        && kind == MetadataKind::Tuple
                        && only.kind() == MetadataKind::Constant
                    {
                        self.metadata.tuples_of.insert(only.key(), id);
                    }
                    new.push(New { id, metadata, kind, parts });
                }
            }
        }
        new
    }

    /// Whether a tuple of one constant was numbered earlier, when LLVM-C showed only the constant.
    fn is_known_tuple(
        &mut self,
        metadata: llvm::Metadata<'m>,
        kind: MetadataKind,
        operands: &[Option<MetadataOperand<'m>>],
    ) -> bool {
        let &[Some(MetadataOperand::Metadata(only))] = operands else { return false };
        let known = match kind {
            MetadataKind::Tuple => self.metadata.tuples_of.get(&only.key()).copied(),
            _ => None,
        };
        if let Some(known) = known {
            self.metadata.ids.insert(metadata.key(), known);
        }
        known.is_some()
    }

    /// Numbers a tuple whose constant is the only known part, and adds its rows.
    fn tuple_of(&mut self, constant: llvm::Metadata<'m>, new: &mut Vec<New<'m>>) {
        let id = self.push_metadata(MetadataKind::Tuple, None);
        self.metadata.tuples_of.insert(constant.key(), id);
        if self.known(MetadataOperand::Metadata(constant)).is_none() {
            let parts = constant.parts(self.module.context());
            let kind = constant.kind();
            let id = self.new_metadata(constant, kind, &parts);
            new.push(New { id, metadata: constant, kind, parts });
        }
        let operand = self.metadata.ids[&constant.key()];
        self.facts.metadata_tuple.push(MetadataTuple { metadata: id, operand_count: 1 });
        self.facts.metadata_operand.push(MetadataOperandRow {
            metadata: id,
            position: 0,
            operand_metadata: operand,
        });
    }

    fn new_metadata(
        &mut self,
        metadata: llvm::Metadata<'m>,
        kind: MetadataKind,
        parts: &MetadataParts<'m>,
    ) -> MetadataId {
        let symbol = match parts {
            MetadataParts::String(text) => {
                let mut symbol = b"!".to_vec();
                if text.len() <= super::LONGEST_SYMBOL {
                    push_quoted(&mut symbol, text);
                } else {
                    symbol.extend_from_slice(
                        format!("string #{}", self.facts.metadata.len()).as_bytes(),
                    );
                }
                Some(symbol)
            }
            MetadataParts::Value(value) => {
                let mut symbol = Vec::new();
                if let Some(value) = *value {
                    let value = self.value(value);
                    self.push_symbol(value, &mut symbol);
                }
                Some(symbol)
            }
            MetadataParts::Inline if kind == MetadataKind::Expression => {
                Some(metadata.print(self.module.context()))
            }
            MetadataParts::Inline => {
                Some(format!("!DIArgList #{}", self.facts.metadata.len()).into_bytes())
            }
            MetadataParts::Node(_) | MetadataParts::Location(_) => None,
        };
        let expression = symbol.clone().filter(|_| kind == MetadataKind::Expression);
        let id = self.push_metadata(kind, symbol);
        self.metadata.ids.insert(metadata.key(), id);
        if let Some(text) = expression {
            self.metadata.expressions.insert(text, id);
        }
        id
    }

    /// The next id, with this symbol or the next number.
    fn push_metadata(&mut self, kind: MetadataKind, symbol: Option<Vec<u8>>) -> MetadataId {
        let metadata = MetadataId(self.facts.metadata.len() as u32);
        self.facts.metadata.push(Metadata { metadata, kind });
        let symbols = self.facts.symbols.table_mut(Entity::Metadata);
        match symbol {
            Some(symbol) => symbols.push(&symbol),
            None => {
                symbols.push(format!("!{}", self.metadata.numbered).as_bytes());
                self.metadata.numbered += 1;
            }
        }
        metadata
    }

    /// The rows of metadata that was numbered together with everything that it refers to.
    fn emit_rows(&mut self, New { id, metadata, kind, parts }: New<'m>) {
        match parts {
            MetadataParts::String(text) => {
                let text = self.text(text);
                self.facts.metadata_string.push(MetadataString { metadata: id, text });
            }
            MetadataParts::Value(Some(value)) => {
                let value = self.value(value);
                self.facts.value_metadata.push(ValueMetadata { metadata: id, value });
            }
            MetadataParts::Value(None) => {}
            MetadataParts::Location(parts) => self.location(id, parts),
            MetadataParts::Node(operands) if kind == MetadataKind::Tuple => {
                let context = self.module.context();
                let is_distinct = metadata
                    .is_distinct_tuple(&operands, context)
                    .unwrap_or_else(|| fields::parse(&metadata.print(context)).is_distinct);
                if is_distinct {
                    self.facts.distinct_metadata.push(DistinctMetadata { metadata: id });
                }
                self.tuple(id, &operands);
            }
            MetadataParts::Node(operands) => {
                let printed = metadata.print(self.module.context());
                let node = fields::parse(&printed);
                if node.is_distinct {
                    self.facts.distinct_metadata.push(DistinctMetadata { metadata: id });
                }
                if kind == MetadataKind::GenericNode {
                    // The first operand is the header, which is a field.
                    self.tuple(id, operands.get(1..).unwrap_or_default());
                }
                self.fields(id, metadata, kind, &node, &operands);
            }
            MetadataParts::Inline if kind == MetadataKind::Expression => {
                let printed = metadata.print(self.module.context());
                self.expression_fields(id, &fields::parse(&printed));
            }
            // LLVM cannot print the local values in an argument list when it prints the list on its
            // own.
            MetadataParts::Inline => {}
        }
    }

    fn tuple(&mut self, metadata: MetadataId, operands: &[Option<MetadataOperand<'m>>]) {
        let operand_count = operands.len() as u32;
        self.facts.metadata_tuple.push(MetadataTuple { metadata, operand_count });
        for (operand, position) in operands.iter().zip(0..) {
            if let Some(operand) = operand.and_then(|operand| self.known(operand)) {
                let row = MetadataOperandRow { metadata, position, operand_metadata: operand };
                self.facts.metadata_operand.push(row);
            }
        }
    }

    fn fields(
        &mut self,
        id: MetadataId,
        metadata: llvm::Metadata<'m>,
        kind: MetadataKind,
        node: &PrintedNode,
        operands: &[Option<MetadataOperand<'m>>],
    ) {
        let mut numbered = numbered_operands(kind, operands);
        for (name, value) in &node.fields {
            let field = self.text(name);
            match value {
                FieldValue::Null => {}
                FieldValue::Number => {
                    if let Some(target) = numbered.next().and_then(|target| self.known(target)) {
                        let row =
                            MetadataReference { metadata: id, field, referenced_metadata: target };
                        self.facts.metadata_reference.push(row);
                    }
                }
                // The operands of a generic node have their own rows.
                FieldValue::Text(_)
                    if kind == MetadataKind::GenericNode && *name == b"operands" => {}
                FieldValue::Reference(address) => {
                    let target = llvm::Metadata::from_printed(metadata, *address);
                    if let Some(target) = target {
                        let target = self.metadata(target);
                        let row =
                            MetadataReference { metadata: id, field, referenced_metadata: target };
                        self.facts.metadata_reference.push(row);
                        self.source_reference(id, kind, name, target);
                    }
                }
                FieldValue::String(text) => {
                    let text = self.text(text);
                    self.facts.metadata_field.push(MetadataField { metadata: id, field, text });
                }
                FieldValue::Text(text) => match self.metadata.expressions.get(*text) {
                    Some(&target) => {
                        let row =
                            MetadataReference { metadata: id, field, referenced_metadata: target };
                        self.facts.metadata_reference.push(row);
                    }
                    None => {
                        let text = self.text(text);
                        self.facts.metadata_field.push(MetadataField { metadata: id, field, text });
                    }
                },
            }
        }
        self.source_entity(id, kind, node);
    }

    /// The elements of an expression, by position.
    fn expression_fields(&mut self, metadata: MetadataId, node: &PrintedNode) {
        // Each argument once, by number: an expression may name an operand that does not exist.
        let mut arguments = FxHashSet::default();
        let mut previous: &[u8] = b"";
        for ((_, value), position) in node.fields.iter().zip(0_u32..) {
            let FieldValue::Text(element) = *value else { continue };
            if previous == b"DW_OP_LLVM_arg" {
                arguments.insert(element);
            }
            previous = element;
            let field = self.text(position.to_string().as_bytes());
            let text = self.text(element);
            self.facts.metadata_field.push(MetadataField { metadata, field, text });
        }
        self.metadata.operand_counts.insert(metadata, arguments.len().max(1) as u32);
    }
}

/// Resolves the fields that LLVM prints as the number of a node.
///
/// LLVM does so in nodes that are operands of an instruction. In LLVM 19 these can be variables and
/// labels, whose operands are in the order in which LLVM prints their fields.
fn numbered_operands<'m>(
    kind: MetadataKind,
    operands: &[Option<MetadataOperand<'m>>],
) -> impl Iterator<Item = MetadataOperand<'m>> {
    let operands = match kind {
        MetadataKind::LocalVariable | MetadataKind::Label => operands,
        _ => &[],
    };
    let is_node = |operand: &MetadataOperand| match operand {
        MetadataOperand::Metadata(metadata) => metadata.kind() != MetadataKind::String,
        MetadataOperand::TupleOf(_) => true,
    };
    operands.iter().flatten().copied().filter(is_node)
}
