//! Checks of the user's own, and what they have found, as rules and violations like irlog's.

use facts_schema::{
    BlockId, Entity, EntityId, FunctionId, InstructionId, MetadataId, TypeId, ValueId,
};
use rules::rule::Declaration;
use rules::{Detail, Group, Level, Rule, Subject, Violation};

/// The user's own checks, and their findings.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The checks.
    pub rules: Vec<Rule>,
    /// What they have found.
    pub violations: Vec<Violation>,
}

/// A check of the user's own as a rule. `doc` says what it is about, and `reference` where it is written down. It lives
/// as long as the process.
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

/// A finding of an own check: it is about the entity with this number, if entities of this kind can be reported. The
/// message lives as long as the process.
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
