//! What is said of one violation.

use std::fmt;

use rules::{Level, Rule};
use serde::{Serialize, Serializer};

use crate::source::Place;

/// A violation in words, with readable ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: Rule,
    /// How serious that is.
    pub level: Level,
    /// What is wrong, with the names and types that it is about.
    pub message: String,
    /// The id of what breaks the rule: an instruction, a block, a function, a global, a type, …
    pub subject: String,
    /// The function that the subject is or lies in.
    pub function: Option<String>,
    /// What the function is called in the source, if that is not its symbol.
    pub function_name: Option<String>,
    /// The block that the subject is or lies in.
    pub block: Option<String>,
    /// The instruction that the subject is or belongs to.
    pub instruction: Option<String>,
    /// Which operand of the instruction it is, as in `instruction_operand`.
    pub position: Option<u32>,
    /// That operand.
    pub operand: Option<String>,
    /// The instruction, global, function header or metadata node as LLVM writes it.
    pub assembly: Option<Marked>,
    /// The metadata node or other instruction that the message speaks of, as LLVM writes it.
    pub detail: Option<String>,
    /// How it comes about, in the order in which it happens. The use of undef or poison is explained only on request.
    pub explanation: Vec<Step>,
    /// Where it comes from. What has no place of its own has that of its function.
    pub place: Option<Place>,
    /// Where the code at `place` was inlined, and where that was, and so on.
    pub inlined_at: Vec<Place>,
}

/// A step on the way to a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What happens there.
    pub text: String,
    /// Where that is in the source.
    #[serde(flatten)]
    pub place: Option<Place>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A text, and the part of it that is meant, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marked {
    /// The text.
    pub text: String,
    /// Where the part begins.
    pub start: usize,
    /// Where it ends.
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
            place: &'r Option<Place>,
            #[serde(skip_serializing_if = "<[Place]>::is_empty")]
            inlined_at: &'r [Place],
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
