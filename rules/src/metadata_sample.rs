//! The shapes of metadata nodes, and a sample with one node of each shape.
//!
//! A module with debug info has more metadata nodes than functions, types and globals together, but
//! few kinds of them: members of structures differ in their names, not in whether their scope is a
//! scope. So rules on nodes run over a *sample*, in which only the first node of each shape is left,
//! and what they find holds of all nodes of that shape.
//!
//! What makes the shape: the kind of the node, of the fields in [`FIELDS`] which of them it has and as
//! much of their text as is said there, and of the nodes that it refers to their kind, tag, encoding,
//! flags of subprograms, and whether they have a file name. Where it refers to a tuple, the
//! same of the tuple's operands, each once.
//!
//! Strings, constants, tuples and expressions are no nodes in this sense. Locations are: their fields
//! `scope` and `inlinedAt` are references like others.

use std::hash::Hash;

use facts_schema::{EntityId, Facts, Metadata, MetadataId, MetadataKind, Text};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bridge::Representatives;
use crate::shape::Shape;
use crate::violation::{Subject, Violation};

/// How much of a field's text the rules look at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// All of it.
    Whole,
    /// Whether there is any.
    Filled,
    /// Whether it is a negative number, and then all of it.
    Negative,
    /// What kind of metadata it stands for: a string or a constant.
    Kind,
}

/// The fields that rules look at. References are told by the kind of their target.
const FIELDS: &[(&str, Telling)] = &[
    ("tag", Telling::Whole),
    ("flags", Telling::Whole),
    ("spFlags", Telling::Whole),
    ("encoding", Telling::Whole),
    ("kind", Telling::Whole),
    ("isDefinition", Telling::Whole),
    ("checksumkind", Telling::Whole),
    ("checksum", Telling::Whole),
    ("type", Telling::Whole),
    ("dwarfAddressSpace", Telling::Filled),
    ("line", Telling::Filled),
    ("column", Telling::Filled),
    ("name", Telling::Filled),
    ("filename", Telling::Filled),
    ("factor", Telling::Filled),
    ("numerator", Telling::Filled),
    ("denominator", Telling::Filled),
    ("count", Telling::Negative),
    ("scope", Telling::Kind),
    ("file", Telling::Kind),
    ("baseType", Telling::Kind),
    ("unit", Telling::Kind),
    ("templateParams", Telling::Kind),
    ("declaration", Telling::Kind),
    ("retainedNodes", Telling::Kind),
    ("thrownTypes", Telling::Kind),
    ("containingType", Telling::Kind),
    ("vtableHolder", Telling::Kind),
    ("enums", Telling::Kind),
    ("retainedTypes", Telling::Kind),
    ("globals", Telling::Kind),
    ("imports", Telling::Kind),
    ("macros", Telling::Kind),
    ("elements", Telling::Kind),
    ("types", Telling::Kind),
    ("nodes", Telling::Kind),
    ("discriminator", Telling::Kind),
    ("dataLocation", Telling::Kind),
    ("associated", Telling::Kind),
    ("allocated", Telling::Kind),
    ("rank", Telling::Kind),
    ("entity", Telling::Kind),
    ("var", Telling::Kind),
    ("expr", Telling::Kind),
    ("upperBound", Telling::Kind),
    ("lowerBound", Telling::Kind),
    ("stride", Telling::Kind),
    ("bias", Telling::Kind),
    ("size", Telling::Kind),
    ("extraData", Telling::Kind),
    ("inlinedAt", Telling::Kind),
];

/// `node` is metadata of kind `kind`.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub node: MetadataId,
    pub kind: MetadataKind,
}

/// `field` of `node` has the text `text`.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub node: MetadataId,
    pub field: &'static str,
    pub text: &'a str,
}

/// `field` of `node` holds metadata of kind `kind`.
#[derive(Clone, Copy)]
pub(crate) struct Content {
    pub node: MetadataId,
    pub field: &'static str,
    pub kind: MetadataKind,
}

/// `field` of `node` is the node `target`.
#[derive(Clone, Copy)]
pub(crate) struct Reference {
    pub node: MetadataId,
    pub field: &'static str,
    pub target: MetadataId,
}

/// Some operand of `tuple` is `element`.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub tuple: MetadataId,
    pub element: MetadataId,
}

/// `tuple` has `length` operands, of which `nulls` are null.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub tuple: MetadataId,
    pub length: u32,
    pub nulls: u32,
}

/// The facts of one node of each shape.
pub(crate) struct MetadataSample<'a> {
    facts: &'a Facts,
    representatives: Representatives<MetadataId>,
    /// The nodes of the sample.
    pub judged: Vec<Node>,
    /// The nodes of the sample, what they refer to, and the operands of tuples among that.
    pub nodes: Vec<Node>,
    /// The fields of all these nodes.
    pub fields: Vec<Field<'a>>,
    /// What fields of nodes of the sample hold.
    pub contents: Vec<Content>,
    /// To what nodes of the sample refer.
    pub references: Vec<Reference>,
    /// Operands of tuples to which nodes of the sample refer, one of each shape.
    pub elements: Vec<Element>,
    /// The lengths of these tuples.
    pub lengths: Vec<Length>,
}

impl<'a> MetadataSample<'a> {
    /// Takes a sample.
    pub fn of(facts: &'a Facts) -> Self {
        let shapes = Shapes::of(facts);
        let nodes = nodes(facts);
        let representatives = Representatives::new(
            facts.metadata.len(),
            nodes.map(|row| (row.metadata, shapes.shapes[row.metadata.index()])),
        );
        Self::by(facts, representatives, &shapes)
    }

    /// Takes all nodes, as if each had a shape of its own.
    pub fn whole(facts: &'a Facts) -> Self {
        let shapes = Shapes::of(facts);
        let nodes = nodes(facts);
        let representatives = Representatives::new(
            facts.metadata.len(),
            nodes.map(|row| (row.metadata, row.metadata)),
        );
        Self::by(facts, representatives, &shapes)
    }

    fn by(facts: &'a Facts, representatives: Representatives<MetadataId>, shapes: &Shapes) -> Self {
        let mut sample = Self {
            facts,
            representatives,
            judged: Vec::new(),
            nodes: Vec::new(),
            fields: Vec::new(),
            contents: Vec::new(),
            references: Vec::new(),
            elements: Vec::new(),
            lengths: Vec::new(),
        };
        let mut is_known = vec![false; facts.metadata.len()];
        sample.add_references(shapes, &mut is_known);
        sample.add_elements(shapes, &mut is_known);
        sample.add_nodes(&mut is_known);
        sample.add_fields(shapes, &is_known);
        sample
    }

    fn add_references(&mut self, shapes: &Shapes, is_known: &mut [bool]) {
        for row in &self.facts.metadata_reference {
            if !self.representatives.contains(row.metadata) {
                continue;
            }
            let Some((field, _)) = shapes.names.telling(row.field) else { continue };
            self.add_reference(row.metadata, field, row.referenced_metadata, is_known);
        }
        let is_kept = |location| self.representatives.contains(location);
        let scopes = self.facts.source_location.iter().filter(|row| is_kept(row.location));
        for row in scopes.collect::<Vec<_>>() {
            self.add_reference(row.location, "scope", row.scope, is_known);
        }
        let is_kept = |location| self.representatives.contains(location);
        let calls = self.facts.inlined_at.iter().filter(|row| is_kept(row.location));
        for row in calls.collect::<Vec<_>>() {
            self.add_reference(row.location, "inlinedAt", row.call_location, is_known);
        }
    }

    fn add_reference(
        &mut self,
        node: MetadataId,
        field: &'static str,
        target: MetadataId,
        is_known: &mut [bool],
    ) {
        if let Some(row) = self.facts.metadata.get(target.index()) {
            self.references.push(Reference { node, field, target });
            self.contents.push(Content { node, field, kind: row.kind });
            is_known[target.index()] = true;
        }
    }

    /// The operands of the tuples that are known.
    fn add_elements(&mut self, shapes: &Shapes, is_known: &mut [bool]) {
        let mut lengths: FxHashMap<MetadataId, Length> = FxHashMap::default();
        for row in &self.facts.metadata_tuple {
            if is_known.get(row.metadata.index()) == Some(&true) {
                let (tuple, length) = (row.metadata, row.operand_count);
                lengths.insert(tuple, Length { tuple, length, nulls: length });
            }
        }
        let mut seen = FxHashSet::default();
        for row in &self.facts.metadata_operand {
            let Some(length) = lengths.get_mut(&row.metadata) else { continue };
            length.nulls = length.nulls.saturating_sub(1);
            let Some(signature) = shapes.signatures.get(row.operand_metadata.index()) else {
                continue;
            };
            if seen.insert((row.metadata, *signature)) {
                self.elements.push(Element { tuple: row.metadata, element: row.operand_metadata });
                is_known[row.operand_metadata.index()] = true;
            }
        }
        self.lengths = lengths.into_values().collect();
    }

    fn add_nodes(&mut self, is_known: &mut [bool]) {
        for row in &self.facts.metadata {
            let is_judged = self.representatives.contains(row.metadata);
            is_known[row.metadata.index()] |= is_judged;
            if is_known[row.metadata.index()] {
                let node = Node { node: row.metadata, kind: row.kind };
                self.nodes.push(node);
                self.judged.extend(is_judged.then_some(node));
            }
        }
    }

    fn add_fields(&mut self, shapes: &Shapes, is_known: &[bool]) {
        for row in &self.facts.metadata_field {
            if is_known.get(row.metadata.index()) != Some(&true) {
                continue;
            }
            let Some((field, telling)) = shapes.names.telling(row.field) else { continue };
            let node = row.metadata;
            let text = std::str::from_utf8(self.facts.texts.get(row.text)).unwrap_or_default();
            self.fields.push(Field { node, field, text });
            if matches!(telling, Telling::Kind | Telling::Negative) || field == "type" {
                self.contents.push(Content { node, field, kind: kind_of_text(text.as_bytes()) });
            }
        }
    }

    /// What holds of the nodes in the sample, said of all nodes of the module that LLVM looks at.
    pub fn everywhere(&self, violations: impl IntoIterator<Item = Violation>) -> Vec<Violation> {
        let mut found: FxHashMap<MetadataId, Vec<Violation>> = FxHashMap::default();
        for violation in violations {
            if let Subject::Metadata(node) = violation.subject {
                found.entry(node).or_default().push(violation);
            }
        }
        if found.is_empty() {
            return Vec::new();
        }
        let mut result = Vec::new();
        for number in 0..self.representatives.len() {
            let node = MetadataId::new(number as u32);
            let representative = self.representatives.of(node);
            for violation in representative.and_then(|it| found.get(&it)).into_iter().flatten() {
                result.push(Violation { subject: Subject::Metadata(node), ..*violation });
            }
        }
        result
    }
}

/// The nodes that are judged. Of a node that some instruction has as an operand, LLVM does not print
/// to what it refers, and so the facts may not know.
fn nodes(facts: &Facts) -> impl Iterator<Item = &Metadata> {
    let operands: FxHashSet<MetadataId> =
        facts.metadata_value.iter().map(|row| row.metadata).collect();
    let is_told = move |row: &&Metadata| is_node(row.kind) && !operands.contains(&row.metadata);
    facts.metadata.iter().filter(is_told)
}

/// Whether metadata of this kind has a shape.
fn is_node(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    !matches!(kind, String | Constant | Local | Tuple | ArgList | AssignId | Expression)
}

/// What the text of a field stands for in which LLVM looks for a node. Locations
/// and expressions are printed in place.
fn kind_of_text(text: &[u8]) -> MetadataKind {
    if text.starts_with(b"!\"") {
        MetadataKind::String
    } else if text.starts_with(b"!DILocation(") {
        MetadataKind::Location
    } else if text.starts_with(b"!DIExpression(") {
        MetadataKind::Expression
    } else {
        MetadataKind::Constant
    }
}

/// What the texts mean that fields are called by.
struct Names {
    /// By text: the number in `FIELDS`, counted from 1.
    numbers: Vec<u8>,
}

impl Names {
    fn of(facts: &Facts) -> Self {
        let mut numbers = vec![0; facts.texts.len()];
        for ((name, _), number) in FIELDS.iter().zip(1..) {
            if let Some(text) = facts.texts.find(name.as_bytes()) {
                numbers[text.0 as usize] = number;
            }
        }
        Self { numbers }
    }

    /// The name of a field that rules look at, and how they do.
    fn telling(&self, name: Text) -> Option<(&'static str, Telling)> {
        let number = *self.numbers.get(name.0 as usize)?;
        FIELDS.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// The shapes of all nodes.
struct Shapes {
    names: Names,
    /// By metadata: its shape, if it is a node.
    shapes: Vec<Shape>,
    /// By metadata: what of it belongs to the shape of a node that refers to it.
    signatures: Vec<Shape>,
}

impl Shapes {
    fn of(facts: &Facts) -> Self {
        let names = Names::of(facts);
        let kinds = facts.metadata.iter().map(|row| {
            let mut shape = Shape::default();
            row.kind.hash(&mut shape);
            shape
        });
        let signatures = kinds.collect::<Vec<_>>();
        let shapes = signatures.clone();
        let mut shapes = Self { names, shapes, signatures };
        shapes.mix_fields(facts);
        let tuples = shapes.tuples(facts);
        shapes.mix_references(facts, &tuples);
        shapes
    }

    fn mix_fields(&mut self, facts: &Facts) {
        for row in &facts.metadata_field {
            let Some((name, telling)) = self.names.telling(row.field) else { continue };
            let Some(shape) = self.shapes.get_mut(row.metadata.index()) else { continue };
            let text = facts.texts.get(row.text);
            let tells = match telling {
                Telling::Whole => true,
                Telling::Filled | Telling::Kind => false,
                Telling::Negative => text.starts_with(b"-"),
            };
            let class = match telling {
                Telling::Kind => kind_of_text(text) as u8,
                _ => text.is_empty().into(),
            };
            (row.field, class, tells.then_some(row.text)).hash(shape);
            if matches!(name, "tag" | "spFlags" | "encoding" | "filename") {
                let text = (name != "filename").then_some(row.text);
                (row.field, class, text).hash(&mut self.signatures[row.metadata.index()]);
            }
        }
    }

    /// The signatures of all operands of each tuple.
    fn tuples(&self, facts: &Facts) -> Vec<Option<Shape>> {
        let mut tuples = vec![None; facts.metadata.len()];
        for row in &facts.metadata_tuple {
            let mut shape = Shape::default();
            row.operand_count.min(2).hash(&mut shape);
            tuples[row.metadata.index()] = Some((shape, row.operand_count));
        }
        let mut operands: Vec<Shape> = Vec::new();
        for rows in facts.metadata_operand.chunk_by(|one, other| one.metadata == other.metadata) {
            let Some(Some((shape, length))) = tuples.get_mut(rows[0].metadata.index()) else {
                continue;
            };
            operands.clear();
            operands.extend(
                rows.iter()
                    .filter_map(|row| self.signatures.get(row.operand_metadata.index()).copied()),
            );
            operands.sort_unstable();
            operands.dedup();
            let has_null = (rows.len() as u32) < *length;
            (has_null, &operands).hash(shape);
        }
        tuples.into_iter().map(|tuple| tuple.map(|(shape, _)| shape)).collect()
    }

    fn mix_references(&mut self, facts: &Facts, tuples: &[Option<Shape>]) {
        for row in &facts.metadata_reference {
            let Some(target) = self.signatures.get(row.referenced_metadata.index()) else {
                continue;
            };
            let target = tuples[row.referenced_metadata.index()].unwrap_or(*target);
            if let Some(shape) = self.shapes.get_mut(row.metadata.index()) {
                (row.field, target).hash(shape);
            }
        }
        let scopes = facts.source_location.iter().map(|row| (row.location, 1_u8, row.scope));
        let calls = facts.inlined_at.iter().map(|row| (row.location, 2_u8, row.call_location));
        for (location, field, target) in scopes.chain(calls) {
            let Some(target) = self.signatures.get(target.index()) else { continue };
            if let Some(shape) = self.shapes.get_mut(location.index()) {
                (field, target).hash(shape);
            }
        }
    }
}
