//! What the programs run over, and what many of them ask of it.

use facts_schema::view::{Scope, View};
use facts_schema::{
    AttributeId, BlockId, EntityId, Facts, FunctionId, InstructionId, InstructionResult, Text,
    Value, ValueId,
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bridge::text;
use crate::metadata_sample::MetadataSample;
use crate::representatives::Representatives;
use crate::rule::Rule;
use crate::sample::Sample;
use crate::type_traits::{self, TypeTraits};
use crate::violation::Violation;

/// Rules, and the program that derives their violations.
pub(crate) struct Program {
    pub rules: &'static [Rule],
    pub violations: fn(&Context) -> Vec<Violation>,
}

/// What the programs run over.
pub(crate) struct Context<'a> {
    /// The module.
    pub view: &'a View<'a>,
    /// The rows of the representatives.
    representatives_view: &'a View<'a>,
    representatives: &'a Representatives,
    /// All facts of the module.
    pub facts: &'a Facts,
    /// The facts of one instruction of each shape.
    pub sample: Sample,
    /// The traits of all types.
    pub traits: Vec<TypeTraits>,
    /// The facts of one metadata node of each shape.
    pub metadata: MetadataSample<'a>,
}

impl<'a> Context<'a> {
    /// The context of a module, from its samples.
    pub fn new(
        view: &'a View<'a>,
        representatives: &'a Representatives,
        representatives_view: &'a View<'a>,
        sample: Sample,
        metadata: MetadataSample<'a>,
    ) -> Self {
        let facts = view.facts();
        let traits = type_traits::of(facts);
        Self { view, representatives_view, representatives, facts, sample, metadata, traits }
    }

    /// The violations that a program finds in the whole module.
    pub fn of_module(&self, run: fn(Scope<'_>) -> Vec<Violation>) -> Vec<Violation> {
        run(Scope::module(self.view))
    }

    /// The violations that a program finds in the representatives, reported for all instructions of
    /// the same shapes.
    pub fn of_representatives(&self, run: fn(Scope<'_>) -> Vec<Violation>) -> Vec<Violation> {
        let violations = run(Scope::representatives(self.view, self.representatives_view));
        self.representatives.expand(violations)
    }

    /// The violations that a program finds in each of some functions, or in each function.
    pub fn of_functions(
        &self,
        functions: Option<Vec<FunctionId>>,
        run: fn(Scope<'_>) -> Vec<Violation>,
    ) -> Vec<Violation> {
        let mut functions =
            functions.unwrap_or_else(|| self.facts.block.iter().map(|row| row.function).collect());
        functions.sort_unstable();
        functions.dedup();
        let judge = |function| run(Scope::function(self.view, function));
        functions.into_par_iter().flat_map_iter(judge).collect()
    }

    /// The function that an instruction is in.
    pub fn of_instruction(&self, instruction: InstructionId) -> Option<FunctionId> {
        Some(self.facts.instruction.get(instruction.index())?.function)
    }

    /// The function that a block is in.
    pub fn of_block(&self, block: BlockId) -> Option<FunctionId> {
        Some(self.facts.block.get(block.index())?.function)
    }

    /// The function itself, for relations that begin with one.
    pub fn of_function(&self, function: FunctionId) -> Option<FunctionId> {
        Some(function)
    }

    /// A text, to be compared with names that rules know. Text that is not UTF-8 is no such name,
    /// and comes out empty.
    pub fn text(&self, id: Text) -> &'a str {
        text(self.facts, id)
    }

    /// The name of a value; empty if it has none.
    pub fn name(&self, value: ValueId) -> &'a str {
        let names = &self.facts.value_name;
        let found = names.binary_search_by_key(&value, |row| row.value);
        found.map_or("", |index| self.text(names[index].name))
    }

    /// The data layout of the module, as it is written.
    pub fn data_layout(&self) -> &'a str {
        self.facts.module.first().map_or("", |row| self.text(row.data_layout))
    }

    /// The intrinsics that the module declares: the value of each, and its name without the types
    /// that it is overloaded with.
    pub fn intrinsics(&self) -> impl Iterator<Item = (ValueId, &'a str)> {
        self.facts.intrinsic.iter().filter_map(|row| {
            let function = self.facts.function.get(row.function.index())?;
            Some((function.value, self.text(row.intrinsic)))
        })
    }

    /// Those of the module's attributes that have this name, whatever their arguments.
    pub fn attributes_named(&self, name: &str) -> FxHashSet<AttributeId> {
        self.attribute_names(&[name]).into_keys().collect()
    }

    /// Those of the module's attributes that have one of these names, and which.
    pub fn attribute_names(&self, names: &[&str]) -> FxHashMap<AttributeId, &'a str> {
        let named = self.facts.attribute.iter().map(|row| (row.attribute, self.text(row.name)));
        named.filter(|(_, name)| names.contains(name)).collect()
    }

    /// The rows of these values: of all that a program asks types for, and of no others.
    pub fn rows_of(
        &self,
        values: impl Iterator<Item = ValueId>,
    ) -> impl Iterator<Item = &'a Value> {
        values.filter_map(|value| self.facts.value.get(value.index()))
    }

    /// What these instructions of the sample compute.
    pub fn results_of(
        &self,
        instructions: impl Iterator<Item = InstructionId>,
    ) -> Vec<&InstructionResult> {
        let instructions: FxHashSet<_> = instructions.collect();
        let results = self.sample.facts.instruction_result.iter();
        results.filter(|row| instructions.contains(&row.instruction)).collect()
    }
}
