//! User-defined checks and their findings, in the form of irlog's rules and violations.

use facts_schema::{
    BlockId, Entity, EntityId, FunctionId, InstructionId, MetadataId, TypeId, ValueId,
};
use rules::rule::Declaration;
use rules::{Detail, Group, Level, Rule, Subject, Violation};

/// The user-defined checks and their findings.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The checks.
    pub rules: Vec<Rule>,
    /// The findings of the checks.
    pub violations: Vec<Violation>,
}

/// Creates a rule for a user-defined check. `doc` describes it, and `reference` says where it is
/// specified. The rule lives until the process ends.
pub fn rule(name: &str, level: Level, doc: &str, reference: &str) -> Rule {
    let name = leaked(name);
    Rule(Box::leak(Box::new(Declaration {
        code: name,
        name,
        group: Group::Own,
        level,
        doc: leaked(doc),
        message: "{detail}",
        reference: leaked(reference),
        checks: &[],
        tables: &[],
        example: "",
    })))
}

/// A finding of a user-defined check about the entity with this number; `None` if entities of this
/// kind cannot be reported. The message lives until the process ends.
pub fn violation(rule: Rule, entity: Entity, number: u32, message: &str) -> Option<Violation> {
    let subject = match entity {
        Entity::Instruction => Subject::Instruction(InstructionId::new(number)),
        Entity::Block => Subject::Block(BlockId::new(number)),
        Entity::Function => Subject::Function(FunctionId::new(number)),
        Entity::Value => Subject::Value(ValueId::new(number)),
        Entity::Type => Subject::Type(TypeId::new(number)),
        Entity::Metadata => Subject::Metadata(MetadataId::new(number)),
        _ => return None,
    };
    Some(Violation { subject, rule, detail: Detail::Word(leaked(message)) })
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.into())
}
