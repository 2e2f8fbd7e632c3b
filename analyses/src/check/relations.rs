//! The violations as relations.

use std::collections::BTreeMap;

use facts_schema::{
    BlockViolation, BrokenRule, BrokenRuleId, Entity, Facts, FunctionViolation,
    InstructionViolation, MetadataViolation, ModuleViolation, RuleLevel, TypeViolation,
    ValueViolation,
};
use rules::{Level, Rule, Subject, checks};

/// Adds the violations in the module to `derived`, with all rules at their default levels.
pub fn derive(module: &Facts, derived: &mut Facts) {
    let violations = checks::violations_of(module, |rule| rule.0.level != Level::Allow);
    let mut ids: BTreeMap<Rule, BrokenRuleId> =
        violations.iter().map(|violation| (violation.rule, BrokenRuleId(0))).collect();
    for ((rule, id), number) in ids.iter_mut().zip(0..) {
        *id = BrokenRuleId(number);
        derived.symbols.table_mut(Entity::BrokenRule).push(rule.0.name.as_bytes());
        let level = if rule.0.level == Level::Deny { RuleLevel::Deny } else { RuleLevel::Warn };
        derived.broken_rule.push(BrokenRule { broken_rule: *id, level });
    }
    for violation in &violations {
        let broken_rule = ids[&violation.rule];
        match violation.subject {
            Subject::Module | Subject::Named(_) => {
                derived.module_violation.push(ModuleViolation { broken_rule });
            }
            Subject::Type(r#type) => {
                derived.type_violation.push(TypeViolation { r#type, broken_rule })
            }
            Subject::Value(value) => {
                derived.value_violation.push(ValueViolation { value, broken_rule })
            }
            Subject::Metadata(metadata) => {
                derived.metadata_violation.push(MetadataViolation { metadata, broken_rule });
            }
            Subject::Function(function) => {
                derived.function_violation.push(FunctionViolation { function, broken_rule });
            }
            Subject::Block(block) => {
                derived.block_violation.push(BlockViolation { block, broken_rule })
            }
            Subject::Instruction(instruction)
            | Subject::Operand(instruction, _)
            | Subject::DebugRecord(instruction, _) => {
                derived
                    .instruction_violation
                    .push(InstructionViolation { instruction, broken_rule });
            }
        }
    }
    macro_rules! as_sets {
        ($($relation:ident)*) => {
            $(
                derived.$relation.sort_unstable();
                derived.$relation.dedup();
            )*
        };
    }
    as_sets! {
        module_violation type_violation value_violation metadata_violation function_violation
        block_violation instruction_violation
    }
}
