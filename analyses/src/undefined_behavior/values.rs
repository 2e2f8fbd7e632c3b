//! What is known of single values, and why.

use std::fmt::Write;

use facts_schema::{
    Answer, Entity, EntityId, Facts, FunctionId, Index, RelationId, ValueId, ValueKind, WellDefined,
};
use undefined_behavior::chain::Chains;
use undefined_behavior::control::Place;
use undefined_behavior::{Analysis, Deferred, Function, Module, Options, Part};

use super::Memory;
use super::derive::{may_be_poison, may_be_undef};
use super::wording::{Wording, word};
use crate::answer::{ORIGINS, PLACES, describe};

/// Values, and what there is to say of each.
pub struct Values<'f> {
    facts: &'f Facts,
    options: Options,
    analysis: Analysis<'f>,
    wording: Wording<'f>,
    values: Vec<(FunctionId, ValueId)>,
}

/// No argument or result is called so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no argument and no result of an instruction is called `{0}`; write @FUNCTION:%VALUE, as in @main:%x"
)]
pub struct NoValue(String);

impl<'f> Values<'f> {
    /// The values called `name`: `@main:%x`, or `%x` for those of all functions.
    ///
    /// # Errors
    ///
    /// When there is none.
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
        let (analysis, _) = Analysis::run(module, options, memory, |_, _| ());
        Ok(Self { facts, options, analysis, wording: Wording::new(facts), values })
    }

    /// For a person.
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
            for (at, kind) in bites(known, part) {
                let Some(instruction) = known.control.instruction(at) else { continue };
                let use_of = self.wording.bite(known.function, instruction, value);
                let id = self.facts.symbol(instruction);
                let _ = writeln!(
                    text,
                    "  {id} has undefined behavior if it is {}, so it is not behind there: {use_of}",
                    word(kind)
                );
            }
        }
    }

    /// Why a part is well defined.
    fn why(&self, known: &Function, part: Part) -> String {
        let module = &self.analysis.module;
        if known.rows.sealed.contains(&part) {
            return "its attributes or its metadata say so, or else there is undefined behavior"
                .to_owned();
        }
        let start = module.definition(part.value).map(|row| known.control.place_of(row));
        let sure = bites(known, part).find(|(at, _)| known.control.surely_leads(start, *at));
        if let Some(instruction) = sure.and_then(|(at, _)| known.control.instruction(at)) {
            let id = self.facts.symbol(instruction);
            let use_of = self.wording.bite(known.function, instruction, part.value);
            return format!("else {id}, which is surely reached, has undefined behavior: {use_of}");
        }
        let is_freeze = module
            .definition(part.value)
            .is_some_and(|row| row.opcode == facts_schema::Opcode::Freeze);
        if is_freeze {
            "it is frozen".to_owned()
        } else {
            "nothing makes it undef or poison".to_owned()
        }
    }

    /// The rows of `may_be_poison`, `may_be_undef` and `well_defined` that are about the values.
    pub fn answer(&self) -> Answer<'f> {
        let own = [RelationId::MayBePoison, RelationId::MayBeUndef, RelationId::WellDefined];
        let mut answer = Answer::new(self.facts, &[&own, ORIGINS, PLACES].concat());
        for &(function, value) in &self.values {
            let known = self.analysis.function(function);
            let chains = Chains::of(&known, self.options);
            for part in self.analysis.module.parts_of(value) {
                if !known.may_be_deferred(part) {
                    let row = WellDefined { value, part: part.number.into() };
                    answer.rows.well_defined.push(row);
                }
                if known.may_be(part, Deferred::Poison) {
                    answer.rows.may_be_poison.extend(may_be_poison(&chains, part));
                }
                if known.may_be(part, Deferred::Undef) {
                    answer.rows.may_be_undef.extend(may_be_undef(&chains, part));
                }
            }
        }
        describe(&mut answer, &Index::new(self.facts));
        answer
    }
}

/// Where a part bites.
fn bites(known: &Function, part: Part) -> impl Iterator<Item = (Place, Deferred)> {
    known.bites().of(part)
}
