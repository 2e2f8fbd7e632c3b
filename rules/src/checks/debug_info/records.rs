//! Debug records: which variable they describe, where it is, and which part of it.
//!
//! **Scope: module.** What rules ask of a record are the kinds of its parts and the subprograms that
//! they lie in, so there is one row for each combination of these.

use facts_schema::{
    DebugRecordKind, EntityId, Facts, FunctionId, InstructionId, MetadataId, MetadataKind,
    TypeKind, ValueId, ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::has_flag;
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Subject, Violation};
use program::{
    AtEntry, Base, Broken, Crepe, DeclaredAt, Describes, Fragment, Parameter, Parts, SwiftAsync,
    TypeSize, VariableType,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// A debug record describes a local variable.
    ///
    /// Global variables are described at their globals.
    deny VARIABLE_WANTED: "DBG100" "record-without-variable" {
        message: "the debug record {subject} describes {detail}, which is no `DILocalVariable`",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: invalid #dbg record variable"],
    }

    /// A debug record says by an expression what its operands mean.
    ///
    /// Even when there is nothing to compute, an empty `!DIExpression()` says so.
    deny EXPRESSION_WANTED: "DBG101" "record-without-expression" {
        message: "the debug record {subject} has {detail} in the place of a `DIExpression`",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: invalid #dbg record expression"],
    }

    /// A debug record has a location.
    ///
    /// It says into which function the variable was inlined, if at all.
    deny LOCATION_WANTED: "DBG102" "record-without-location" {
        message: "the debug record {subject} has no `DILocation`",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: invalid #dbg record DILocation"],
    }

    /// The variable that a debug record describes lies in the same subprogram as the record's
    /// location.
    ///
    /// When code is inlined, both stay in the subprogram that they come from.
    deny SUBPROGRAMS_DIFFER: "DBG103" "variable-in-other-subprogram" {
        message: "the variable {detail} lies in another subprogram than the debug record {subject}",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: mismatched subprogram between #dbg record variable and DILocation"],
    }

    /// Within a function, each parameter is described as one variable.
    ///
    /// Of two variables with the same number, a debugger could show only one.
    deny PARAMETERS_CONFLICT: "DBG104" "parameter-described-twice" {
        message: "the debug record {subject} describes another variable with the number of {detail}",
        reference: "LangRef, DILocalVariable",
        checks: ["verifyFnArgs: conflicting debug info for argument"],
    }

    /// `#dbg_declare` says where a variable is by a pointer, or by an integer that is an address.
    ///
    /// The value itself is described by `#dbg_value`.
    deny ADDRESS_WANTED: "DBG105" "declared-at-no-address" {
        message: "the debug record {subject} declares a variable at {detail}, which is no address",
        reference: "LLVM, Source Level Debugging, #dbg_declare",
        checks: [],
    }

    /// A fragment lies within its variable.
    ///
    /// There is nothing of it outside.
    deny FRAGMENT_OUTSIDE: "DBG106" "fragment-outside-variable" {
        message: "{subject} describes a fragment that does not lie within the variable {detail}",
        reference: "LangRef, DIExpression",
        checks: ["verifyFragmentExpression: fragment is larger than or outside of variable"],
    }

    /// A fragment is not the whole variable.
    ///
    /// What describes the whole needs no fragment, and is not to be merged with parts.
    deny FRAGMENT_WHOLE: "DBG107" "fragment-covers-variable" {
        message: "{subject} describes a fragment that is the whole variable {detail}",
        reference: "LangRef, DIExpression",
        checks: ["verifyFragmentExpression: fragment covers entire variable"],
    }

    /// Only an argument with the attribute `swiftasync` is described by its value on entry.
    ///
    /// Which register holds a value is known only after registers have been allocated; of this
    /// argument the calling convention says it.
    deny ENTRY_VALUE: "DBG108" "entry-value-misplaced" {
        message: "the debug record {subject} uses `DW_OP_LLVM_entry_value` of {detail}",
        reference: "LangRef, DIExpression",
        checks: ["verifyNotEntryValue: Entry values are only allowed in MIR unless they target a swiftasync Argument"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let records = Records::of(facts);
    if records.rows.is_empty() && facts.global_metadata.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(records.parts());
    program.extend(records.describes());
    program.extend(records.parameters());
    program.extend(records.addresses());
    let fragments = Fragments::of(context, &records);
    program.extend(fragments.fragments);
    program.extend(fragments.types);
    program.extend(fragments.sizes);
    program.extend(fragments.bases);
    program.extend(records.entry_values(context));
    program.extend(swiftasync(facts));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// A record of a variable.
#[derive(Clone, Copy)]
struct Record {
    instruction: InstructionId,
    position: u32,
    kind: DebugRecordKind,
    variable: MetadataId,
    expression: MetadataId,
    location: Option<MetadataId>,
    /// The first operand.
    operand: Option<ValueId>,
}

impl Record {
    fn subject(&self) -> Subject {
        Subject::DebugRecord(self.instruction, self.position)
    }
}

/// All records of variables.
struct Records<'a> {
    facts: &'a Facts,
    rows: Vec<Record>,
    /// By metadata: the subprogram that it lies in, if it is a variable or a location.
    subprograms: Vec<Option<MetadataId>>,
}

impl<'a> Records<'a> {
    fn of(facts: &'a Facts) -> Self {
        if facts.debug_record_variable.is_empty() {
            return Self { facts, rows: Vec::new(), subprograms: Vec::new() };
        }
        // All these relations are in the order of the records.
        let mut kinds = facts.debug_record.iter();
        let mut locations = facts.debug_record_location.iter().peekable();
        let mut operands = facts.debug_record_operand.iter().peekable();
        let rows = facts.debug_record_variable.iter().filter_map(|row| {
            let key = (row.instruction, row.position);
            let kind = kinds.find(|row| (row.instruction, row.position) == key)?.kind;
            while locations.next_if(|row| (row.instruction, row.position) < key).is_some() {}
            while operands.next_if(|row| (row.instruction, row.position) < key).is_some() {}
            let location = locations.next_if(|row| (row.instruction, row.position) == key);
            let operand = operands.next_if(|row| (row.instruction, row.position) == key);
            Some(Record {
                instruction: row.instruction,
                position: row.position,
                kind,
                variable: row.variable,
                expression: row.expression,
                location: location.map(|row| row.location),
                operand: operand.filter(|row| row.operand_position == 0).map(|row| row.operand),
            })
        });
        let rows = rows.collect();
        Self { facts, rows, subprograms: subprograms(facts) }
    }

    fn kind(&self, node: MetadataId) -> Option<MetadataKind> {
        Some(self.facts.metadata.get(node.index())?.kind)
    }

    fn function(&self, record: &Record) -> Option<FunctionId> {
        Some(self.facts.instruction.get(record.instruction.index())?.function)
    }

    /// The kinds of the records' parts, each combination once.
    fn parts(&self) -> Vec<Parts> {
        let mut seen = FxHashSet::default();
        let mut last = None;
        let mut parts = Vec::new();
        for record in &self.rows {
            let location = record.location.and_then(|it| self.kind(it));
            let key = (self.kind(record.variable), self.kind(record.expression), location);
            if last.replace(key) != Some(key)
                && seen.insert(key)
                && let (Some(variable), Some(expression), location) = key
            {
                let (of_variable, of_expression) = (record.variable, record.expression);
                parts.push(Parts(
                    record.subject(),
                    (of_variable, variable),
                    (of_expression, expression),
                    location,
                ));
            }
        }
        parts
    }

    /// The subprograms of variable and location, each pair once.
    fn describes(&self) -> Vec<Describes> {
        let mut last = vec![None; self.facts.metadata.len()];
        let rows = self.rows.iter().filter_map(|record| {
            let of_variable = self.subprograms[record.variable.index()]?;
            let of_location = self.subprograms[record.location?.index()]?;
            let is_new = last[of_variable.index()].replace(of_location) != Some(of_location);
            let (subject, variable) = (record.subject(), record.variable);
            is_new.then_some(Describes(subject, variable, of_variable, of_location))
        });
        rows.collect()
    }

    /// The variables that are parameters, of records that were not inlined, in functions that have
    /// a subprogram.
    fn parameters(&self) -> Vec<Parameter> {
        let facts = self.facts;
        let (Some(argument), Some(dbg)) = (facts.texts.find(b"arg"), facts.texts.find(b"dbg"))
        else {
            return Vec::new();
        };
        let count = facts.metadata.len();
        let mut numbers = vec![None; count];
        for row in facts.metadata_field.iter().filter(|row| row.field == argument) {
            numbers[row.metadata.index()] = Some(row.text);
        }
        let mut is_inlined = vec![false; count];
        for row in &facts.inlined_at {
            is_inlined[row.location.index()] = true;
        }
        let attached = facts.global_metadata.iter().filter(|row| row.attachment_kind == dbg);
        let is_subprogram = |node| self.kind(node) == Some(MetadataKind::Subprogram);
        let described: FxHashSet<ValueId> =
            attached.filter(|row| is_subprogram(row.metadata)).map(|row| row.global).collect();
        let is_described: Vec<bool> =
            facts.function.iter().map(|row| described.contains(&row.value)).collect();

        let mut last = vec![None; count];
        let rows = self.rows.iter().filter_map(|record| {
            let number = numbers[record.variable.index()]?;
            let location = record.location?;
            let function = self.function(record)?;
            let is_told = is_described[function.index()]
                && !is_inlined[location.index()]
                && self.kind(location) == Some(MetadataKind::Location)
                && self.kind(record.variable) == Some(MetadataKind::LocalVariable)
                && self.subprograms[record.variable.index()].is_some()
                && self.subprograms[location.index()].is_some()
                && last[record.variable.index()].replace(function) != Some(function);
            is_told.then_some(Parameter(function, number, record.variable, record.subject()))
        });
        rows.collect()
    }

    /// The types of what variables are declared at, each once. Records with several operands are
    /// left out: LLVM does not look at their types.
    fn addresses(&self) -> Vec<DeclaredAt> {
        let facts = self.facts;
        let mut seen = FxHashSet::default();
        let mut last = None;
        let with_list = self.expressions_with("DW_OP_LLVM_arg");
        let rows = self.rows.iter().filter_map(|record| {
            let operand = record.operand.filter(|_| record.kind == DebugRecordKind::Declare)?;
            let r#type = facts.value.get(operand.index())?.r#type;
            let is_new = last.replace(r#type) != Some(r#type)
                && !with_list.contains_key(&record.expression)
                && seen.insert(r#type);
            let kind = facts.r#type.get(r#type.index())?.kind;
            is_new.then_some(DeclaredAt(record.subject(), operand, kind))
        });
        rows.collect()
    }

    /// The expressions with this operator, and where it stands.
    fn expressions_with(&self, operator: &str) -> FxHashMap<MetadataId, u32> {
        let facts = self.facts;
        let Some(operator) = facts.texts.find(operator.as_bytes()) else {
            return FxHashMap::default();
        };
        let rows = facts.metadata_field.iter().filter(|row| row.text == operator);
        let rows = rows.filter(|row| self.kind(row.metadata) == Some(MetadataKind::Expression));
        rows.filter_map(|row| Some((row.metadata, facts.display(row.field).parse().ok()?)))
            .collect()
    }

    /// The records that use a value on entry.
    fn entry_values(&self, context: &Context) -> Vec<AtEntry> {
        let expressions = self.expressions_with("DW_OP_LLVM_entry_value");
        if expressions.is_empty() {
            return Vec::new();
        }
        let kind = |value: ValueId| context.facts.value.get(value.index()).map(|row| row.kind);
        let rows = self.rows.iter().filter(|record| expressions.contains_key(&record.expression));
        rows.filter_map(|record| {
            let operand = record.operand?;
            Some(AtEntry(record.subject(), operand, kind(operand)?))
        })
        .collect()
    }
}

/// By metadata: the subprogram that a variable or location lies in.
fn subprograms(facts: &Facts) -> Vec<Option<MetadataId>> {
    let count = facts.metadata.len();
    let mut of_scope = vec![None; count];
    for row in &facts.scope_subprogram {
        of_scope[row.scope.index()] = Some(row.subprogram);
    }
    let mut result = vec![None; count];
    for row in &facts.source_location {
        result[row.location.index()] = of_scope[row.scope.index()];
    }
    if let Some(scope) = facts.texts.find(b"scope") {
        let is_variable = |node: MetadataId| {
            let row = facts.metadata.get(node.index());
            row.is_some_and(|row| row.kind == MetadataKind::LocalVariable)
        };
        let rows = facts.metadata_reference.iter().filter(|row| row.field == scope);
        for row in rows.filter(|row| is_variable(row.metadata)) {
            result[row.metadata.index()] = of_scope[row.referenced_metadata.index()];
        }
    }
    result
}

/// The arguments with the attribute `swiftasync`.
fn swiftasync(facts: &Facts) -> Vec<SwiftAsync> {
    let Some(name) = facts.texts.find(b"swiftasync") else { return Vec::new() };
    let attributes: FxHashSet<_> =
        facts.attribute.iter().filter(|row| row.name == name).map(|row| row.attribute).collect();
    let rows = facts.parameter_attribute.iter().filter(|row| attributes.contains(&row.attribute));
    let parameters: FxHashSet<_> = rows.map(|row| (row.function, row.position)).collect();
    let arguments = facts.argument.iter();
    let arguments = arguments.filter(|row| parameters.contains(&(row.function, row.position)));
    arguments.map(|row| SwiftAsync(row.value)).collect()
}

/// Which parts of which variables are described, and how large these are.
#[derive(Default)]
struct Fragments {
    fragments: Vec<Fragment>,
    types: Vec<VariableType>,
    sizes: Vec<TypeSize>,
    bases: Vec<Base>,
}

impl Fragments {
    fn of(context: &Context, records: &Records) -> Self {
        let facts = context.facts;
        let expressions = records.expressions_with("DW_OP_LLVM_fragment");
        if expressions.is_empty() {
            return Self::default();
        }
        let bits = bits(context, &expressions);
        let mut result = Self::default();
        let mut seen = FxHashSet::default();
        let mut add = |subject, variable: MetadataId, expression: MetadataId| {
            if let Some(&(offset, size)) = bits.get(&expression)
                && seen.insert((variable, expression))
            {
                result.fragments.push(Fragment(subject, variable, offset, size));
            }
        };
        let artificial = artificial(context);
        for record in &records.rows {
            let is_local = records.kind(record.variable) == Some(MetadataKind::LocalVariable);
            if is_local && !artificial.contains(&record.variable) {
                add(record.subject(), record.variable, record.expression);
            }
        }
        for (node, variable, expression) in global_expressions(facts) {
            add(Subject::Metadata(node), variable, expression);
        }
        result.add_types(context);
        result
    }

    /// The types of the variables, and of these types those that they are made from.
    fn add_types(&mut self, context: &Context) {
        let facts = context.facts;
        let text = |name: &[u8]| facts.texts.find(name);
        let (r#type, base, size) = (text(b"type"), text(b"baseType"), text(b"size"));
        let variables: FxHashSet<_> = self.fragments.iter().map(|row| row.1).collect();
        for row in facts.metadata_reference.iter() {
            if Some(row.field) == r#type && variables.contains(&row.metadata) {
                self.types.push(VariableType(row.metadata, row.referenced_metadata));
            }
        }
        let mut bases = FxHashMap::default();
        for row in facts.metadata_reference.iter().filter(|row| Some(row.field) == base) {
            if facts.metadata[row.metadata.index()].kind == MetadataKind::DerivedType {
                bases.insert(row.metadata, row.referenced_metadata);
            }
        }
        let mut seen: FxHashSet<MetadataId> = FxHashSet::default();
        let mut stack: Vec<MetadataId> = self.types.iter().map(|row| row.1).collect();
        while let Some(node) = stack.pop() {
            if seen.insert(node)
                && let Some(&target) = bases.get(&node)
            {
                self.bases.push(Base(node, target));
                stack.push(target);
            }
        }
        for row in facts.metadata_field.iter().filter(|row| Some(row.field) == size) {
            if seen.contains(&row.metadata)
                && let Ok(bits) = context.text(row.text).parse()
            {
                self.sizes.push(TypeSize(row.metadata, bits));
            }
        }
    }
}

/// By expression: offset and size of its fragment, which are the two elements that follow the
/// operator.
fn bits(
    context: &Context,
    expressions: &FxHashMap<MetadataId, u32>,
) -> FxHashMap<MetadataId, (u32, u32)> {
    let mut bits = FxHashMap::default();
    for row in &context.facts.metadata_field {
        let Some(operator) = expressions.get(&row.metadata) else { continue };
        let Ok(position) = context.text(row.field).parse::<u32>() else { continue };
        let Ok(number) = context.text(row.text).parse::<u64>() else { continue };
        let (offset, size) = bits.entry(row.metadata).or_default();
        // LLVM counts bits in 32 bits here.
        match position.checked_sub(*operator) {
            Some(1) => *offset = number as u32,
            Some(2) => *size = number as u32,
            _ => {}
        }
    }
    bits
}

/// The variables that no one wrote: of these, LLVM lets fragments be anywhere.
fn artificial(context: &Context) -> FxHashSet<MetadataId> {
    let facts = context.facts;
    let Some(flags) = facts.texts.find(b"flags") else { return FxHashSet::default() };
    let rows = facts.metadata_field.iter().filter(|row| row.field == flags);
    let rows = rows.filter(|row| has_flag(context.text(row.text), "DIFlagArtificial"));
    rows.map(|row| row.metadata).collect()
}

/// The expressions of global variables, with variable and expression.
fn global_expressions(facts: &Facts) -> Vec<(MetadataId, MetadataId, MetadataId)> {
    let text = |name: &[u8]| facts.texts.find(name);
    let (var, expr) = (text(b"var"), text(b"expr"));
    let mut parts: FxHashMap<MetadataId, (Option<MetadataId>, Option<MetadataId>)> =
        FxHashMap::default();
    for row in &facts.metadata_reference {
        if facts.metadata[row.metadata.index()].kind != MetadataKind::GlobalVariableExpression {
            continue;
        }
        let (variable, expression) = parts.entry(row.metadata).or_default();
        if Some(row.field) == var {
            *variable = Some(row.referenced_metadata);
        } else if Some(row.field) == expr {
            *expression = Some(row.referenced_metadata);
        }
    }
    parts.into_iter().filter_map(|(node, parts)| Some((node, parts.0?, parts.1?))).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::Detail;
    use crepe::crepe;
    use facts_schema::Text;

    crepe! {
        @input
        /// A record has these parts: a variable, an expression, a location, each with its kind.
        pub struct Parts(
            pub Subject,
            pub (MetadataId, MetadataKind),
            pub (MetadataId, MetadataKind),
            pub Option<MetadataKind>,
        );

        @input
        /// A record describes `variable`; it and the location lie in these subprograms.
        pub struct Describes(pub Subject, pub MetadataId, pub MetadataId, pub MetadataId);

        @input
        /// In `function`, a record describes `variable`, the parameter with the number `number`.
        pub struct Parameter(pub FunctionId, pub Text, pub MetadataId, pub Subject);

        @input
        /// A record declares a variable at `operand`, of a type of kind `kind`.
        pub struct DeclaredAt(pub Subject, pub ValueId, pub TypeKind);

        @input
        /// The `size` bits of `variable` from `offset` are described.
        pub struct Fragment(pub Subject, pub MetadataId, pub u32, pub u32);

        @input
        pub struct VariableType(pub MetadataId, pub MetadataId);

        @input
        pub struct TypeSize(pub MetadataId, pub u64);

        @input
        /// The derived type `type` is made from `base`.
        pub struct Base(pub MetadataId, pub MetadataId);

        @input
        /// A record uses the value of `operand`, of kind `kind`, on entry.
        pub struct AtEntry(pub Subject, pub ValueId, pub ValueKind);

        @input
        pub struct SwiftAsync(pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(VARIABLE_WANTED, subject, Detail::Metadata(variable.0)) <-
            Parts(subject, variable, _, _),
            (variable.1 != MetadataKind::LocalVariable);

        Broken(EXPRESSION_WANTED, subject, Detail::Metadata(expression.0)) <-
            Parts(subject, _, expression, _),
            (expression.1 != MetadataKind::Expression);

        Broken(LOCATION_WANTED, subject, Detail::None) <-
            Parts(subject, _, _, location),
            (location != Some(MetadataKind::Location));

        Broken(SUBPROGRAMS_DIFFER, subject, Detail::Metadata(variable)) <-
            Describes(subject, variable, of_variable, of_location),
            (of_variable != of_location);

        Broken(PARAMETERS_CONFLICT, subject, Detail::Metadata(variable)) <-
            Parameter(function, number, variable, _),
            Parameter(function, number, other, subject),
            (variable != other);

        Broken(ADDRESS_WANTED, subject, Detail::Value(operand)) <-
            DeclaredAt(subject, operand, kind),
            (!matches!(kind, TypeKind::Pointer | TypeKind::Integer));

        // A value of `type` has `size` bits: its own, or else those of the type that it is made
        // from.
        struct Size(MetadataId, u64);
        struct Sized(MetadataId);

        Sized(r#type) <- TypeSize(r#type, size), (size > 0);

        Size(r#type, size) <- TypeSize(r#type, size), (size > 0);
        Size(r#type, size) <- Base(r#type, base), Size(base, size), !Sized(r#type);

        // The fragment of these bits is described, of a variable that has `whole` bits.
        struct Part(Subject, MetadataId, u32, u32, u64);

        Part(subject, variable, offset, size, whole) <-
            Fragment(subject, variable, offset, size),
            VariableType(variable, r#type),
            Size(r#type, whole);

        Broken(FRAGMENT_OUTSIDE, subject, Detail::Metadata(variable)) <-
            Part(subject, variable, offset, size, whole),
            (u64::from(offset.wrapping_add(size)) > whole);

        Broken(FRAGMENT_WHOLE, subject, Detail::Metadata(variable)) <-
            Part(subject, variable, _, size, whole),
            (u64::from(size) == whole);

        Broken(ENTRY_VALUE, subject, Detail::Value(operand)) <-
            AtEntry(subject, operand, kind),
            (!matches!(kind, ValueKind::Undef | ValueKind::Poison)),
            !SwiftAsync(operand);
    }
}

violation_from! { Broken }
