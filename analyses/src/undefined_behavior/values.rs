//! The results for individual values, with reasons.

use std::fmt::Write;

use facts_schema::debug_info::DebugFields;
use facts_schema::view::Index;
use facts_schema::{Answer, Entity, EntityId, Facts, FunctionId, RelationId, ValueId, ValueKind};
use undefined_behavior::chain::Chains;
use undefined_behavior::{
    Analysis, Deferred, Derived, Function, Memory, Module, Options, Part, WhyWellDefined,
};

use super::wording::{Wording, word};
use crate::answer::{ORIGINS, PLACES, describe};
use crate::source::FileLocations;

/// Values with their results.
pub struct Values<'f> {
    facts: &'f Facts,
    options: Options,
    analysis: Analysis<'f>,
    wording: Wording<'f>,
    values: Vec<(FunctionId, ValueId)>,
}

/// There is no argument or result with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no argument and no result of an instruction is called `{0}`; write @FUNCTION:%VALUE, as in @main:%x"
)]
pub struct NoValue(String);

impl<'f> Values<'f> {
    /// Finds the values called `name`: `@main:%x`, or `%x` for the values of all functions.
    ///
    /// # Errors
    ///
    /// When there is no such value.
    pub fn new(
        facts: &'f Facts,
        options: Options,
        memory: Memory,
        name: &str,
    ) -> Result<Self, NoValue> {
        let module = Module::new(facts);
        let table = facts.symbols.table(Entity::Value);
        let is_meant = |symbol: &str| {
            symbol == name
                || (name.starts_with('%')
                    && symbol.strip_suffix(name).is_some_and(|rest| rest.ends_with(':')))
        };
        let values: Vec<(FunctionId, ValueId)> = facts
            .value
            .iter()
            .filter(|row| matches!(row.kind, ValueKind::Argument | ValueKind::Instruction))
            .filter(|row| is_meant(&table.get(row.value.number())))
            .filter_map(|row| {
                let argument = || Some(module.index.argument.first(row.value)?.function);
                let function = module.definition(row.value).map(|it| it.function);
                Some((function.or_else(argument)?, row.value))
            })
            .collect();
        if values.is_empty() {
            return Err(NoValue(name.to_owned()));
        }
        let analysis = Analysis::new(module, options, memory);
        Ok(Self { facts, options, analysis, wording: Wording::new(facts), values })
    }

    /// The results as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for &(function, value) in &self.values {
            let known = self.analysis.function(function);
            let chains = Chains::of(&known, self.options);
            self.describe(&known, &chains, value, &mut text);
        }
        text
    }

    fn describe(&self, known: &Function, chains: &Chains, value: ValueId, text: &mut String) {
        let module = &self.analysis.module;
        let name = self.facts.symbol(value);
        for part in module.parts_of(value) {
            let which = match module.part_count(value) {
                1 => name.clone(),
                _ => format!("{name}, part {}", part.number),
            };
            if !known.may_be_deferred(part) {
                let _ = writeln!(text, "{which} is well defined: {}", self.why(known, part));
                continue;
            }
            for kind in [Deferred::Poison, Deferred::Undef] {
                let chain = chains.chain(part, kind).filter(|_| known.may_be(part, kind));
                let Some(chain) = chain else { continue };
                let _ = writeln!(text, "{which} may be {}:", word(kind));
                for line in self.wording.chain(module, known, &chain, kind) {
                    let _ = writeln!(text, "  {line}");
                }
            }
            for (at, kind) in known.ub_sinks().of(part) {
                let Some(instruction) = known.control.instruction(at) else { continue };
                let use_of = self.wording.use_of(known.function, instruction, value);
                let id = self.facts.symbol(instruction);
                let _ = writeln!(
                    text,
                    "  {id} has undefined behaviour if it is {}, so it is not after that: {use_of}",
                    word(kind)
                );
            }
        }
    }

    /// The reason why a part is well defined.
    fn why(&self, known: &Function, part: Part) -> String {
        match WhyWellDefined::of(&self.analysis.module, known, part) {
            WhyWellDefined::Declared => "its attributes or metadata require it".to_owned(),
            WhyWellDefined::Used(instruction) => {
                let id = self.facts.symbol(instruction);
                let use_of = self.wording.use_of(known.function, instruction, part.value);
                format!(
                    "otherwise {id}, which is always reached, has undefined behaviour: {use_of}"
                )
            }
            WhyWellDefined::Frozen => "it is frozen".to_owned(),
            WhyWellDefined::NoSource => "nothing makes it undef or poison".to_owned(),
        }
    }

    /// The rows of `may_be_poison`, `may_be_undef` and `well_defined` for the values.
    pub fn answer(&self) -> Answer<'f> {
        let own = [RelationId::MayBePoison, RelationId::MayBeUndef, RelationId::WellDefined];
        let mut answer = Answer::new(self.facts, &[&own, ORIGINS, PLACES].concat());
        for &(function, value) in &self.values {
            let known = self.analysis.function(function);
            let chains = Chains::of(&known, self.options);
            let rows = Derived::of_value(&self.analysis.module, &known, &chains, value);
            answer.rows.may_be_poison.extend(rows.may_be_poison);
            answer.rows.may_be_undef.extend(rows.may_be_undef);
            answer.rows.well_defined.extend(rows.well_defined);
        }
        let (index, fields) = (Index::new(self.facts), DebugFields::new(self.facts));
        describe(&mut answer, &index, &FileLocations::new(self.facts, &index, &fields));
        answer
    }
}
