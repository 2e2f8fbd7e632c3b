//! The description of a violation.

use std::fmt;

use rules::{Level, Rule};
use serde::{Serialize, Serializer};

use crate::source::FileLocation;

/// A violation with its message and readable ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is violated.
    pub rule: Rule,
    /// The level of the rule.
    pub level: Level,
    /// The message, with the names and types of the entities involved.
    pub message: String,
    /// The id of the entity that violates the rule: an instruction, a block, a function, a global,
    /// a type, …
    pub subject: String,
    /// The function that the subject is, or that contains it.
    pub function: Option<String>,
    /// The source name of the function, if it differs from its symbol.
    pub function_name: Option<String>,
    /// The block that the subject is, or that contains it.
    pub block: Option<String>,
    /// The instruction that the subject is or belongs to.
    pub instruction: Option<String>,
    /// The position of the operand in the instruction, as in `instruction_operand`.
    pub position: Option<u32>,
    /// The operand at this position.
    pub operand: Option<String>,
    /// The instruction, global, function header or metadata node as LLVM prints it.
    pub assembly: Option<Marked>,
    /// The metadata node or other instruction that the message mentions, as LLVM prints it.
    pub detail: Option<String>,
    /// The steps that lead to the violation, in order of execution. For uses of undef or poison,
    /// they are included only on request.
    pub explanation: Vec<Step>,
    /// The source location. A subject without its own location has the location of its function.
    pub place: Option<FileLocation>,
    /// The call sites at which the code at `place` was inlined, from the innermost outwards.
    pub inlined_at: Vec<FileLocation>,
}

/// A step that leads to a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The description of the step.
    pub text: String,
    /// The source location of the step.
    #[serde(flatten)]
    pub place: Option<FileLocation>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A text with one marked part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marked {
    /// The text.
    pub text: String,
    /// The start of the marked part, in bytes.
    pub start: usize,
    /// The end of the marked part, in bytes.
    pub end: usize,
}

impl From<facts_schema::assembly::Marked> for Marked {
    fn from(marked: facts_schema::assembly::Marked) -> Self {
        Self { text: marked.text, start: marked.span.start, end: marked.span.end }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Columns<'r> {
            rule: &'r str,
            code: &'r str,
            group: &'r str,
            level: &'r str,
            message: &'r str,
            subject: &'r str,
            #[serde(skip_serializing_if = "Option::is_none")]
            function: &'r Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            block: &'r Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            instruction: &'r Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            position: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            operand: &'r Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            assembly: &'r Option<Marked>,
            #[serde(skip_serializing_if = "Option::is_none")]
            detail: &'r Option<String>,
            #[serde(skip_serializing_if = "<[Step]>::is_empty")]
            explanation: &'r [Step],
            #[serde(flatten)]
            place: &'r Option<FileLocation>,
            #[serde(skip_serializing_if = "<[FileLocation]>::is_empty")]
            inlined_at: &'r [FileLocation],
            fingerprint: String,
        }
        let rule = self.rule.0;
        let columns = Columns {
            rule: rule.name,
            code: rule.code,
            group: rule.group.name(),
            level: self.level.name(),
            message: &self.message,
            subject: &self.subject,
            function: &self.function,
            block: &self.block,
            instruction: &self.instruction,
            position: self.position,
            operand: &self.operand,
            assembly: &self.assembly,
            detail: &self.detail,
            explanation: &self.explanation,
            place: &self.place,
            inlined_at: &self.inlined_at,
            fingerprint: self.fingerprint(),
        };
        columns.serialize(serializer)
    }
}
