//! Explanations as text and as JSON.

use std::fmt::Write;

use serde::Serialize;

use super::{Explanation, Premise};
use crate::syntax::Span;
use crate::texts::Texts;

impl Explanation {
    /// The steps as text, each with its rule and premises. A rule is printed at its first use.
    pub fn text(&self, texts: &Texts) -> String {
        let mut text = String::new();
        let mut shown = Vec::new();
        for (number, step) in (1..).zip(&self.steps) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{number}. {}", step.row);
            let rule = match step.rule {
                Some(span) if shown.contains(&span) => place(texts, span),
                Some(span) => {
                    shown.push(span);
                    format!("{}: {}", place(texts, span), source(texts, span))
                }
                None => "no rule: a fact, or the closure of an equivalence relation".to_owned(),
            };
            let _ = writeln!(text, "     by {rule}");
            for premise in &step.premises {
                let line = match premise {
                    Premise::Step(step) => format!("{} ({})", self.steps[*step].row, step + 1),
                    Premise::Given(row) => row.clone(),
                    Premise::Fact(row, span) => format!("{row} ({})", place(texts, *span)),
                    Premise::LeftOut(row) => format!("{row} (derivation not shown)"),
                    Premise::Absent(row) => format!("!{row}"),
                    Premise::Condition(span) => source(texts, *span),
                };
                let _ = writeln!(text, "     {line}");
            }
        }
        text
    }

    /// One JSON object: `step` contains the rows with the locations of their rules, and `premise`
    /// the premises of each step.
    pub fn json(&self, texts: &Texts) -> String {
        #[derive(Serialize)]
        struct Json<'e> {
            step: Vec<StepRow<'e>>,
            premise: Vec<PremiseRow>,
        }
        #[derive(Serialize)]
        struct StepRow<'e> {
            step: usize,
            row: &'e str,
            #[serde(skip_serializing_if = "Option::is_none")]
            rule: Option<String>,
        }
        #[derive(Serialize)]
        struct PremiseRow {
            step: usize,
            kind: &'static str,
            text: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            from: Option<usize>,
        }
        let mut json = Json { step: Vec::new(), premise: Vec::new() };
        for (number, step) in (1..).zip(&self.steps) {
            let rule = step.rule.map(|it| place(texts, it));
            json.step.push(StepRow { step: number, row: &step.row, rule });
            for premise in &step.premises {
                let (kind, text, from) = match premise {
                    Premise::Step(it) => ("derived", self.steps[*it].row.clone(), Some(it + 1)),
                    Premise::LeftOut(row) => ("derived", row.clone(), None),
                    Premise::Given(row) => ("given", row.clone(), None),
                    Premise::Fact(row, _) => ("fact", row.clone(), None),
                    Premise::Absent(row) => ("absent", row.clone(), None),
                    Premise::Condition(span) => ("condition", source(texts, *span), None),
                };
                json.premise.push(PremiseRow { step: number, kind, text, from });
            }
        }
        // Serialisation fails only for maps whose keys are not strings, and there are none.
        serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
    }
}

fn place(texts: &Texts, span: Span) -> String {
    let (line, column) = texts.line_and_column(span);
    format!("{}:{line}:{column}", texts.name(span.text))
}

/// The text at a location, on one line.
fn source(texts: &Texts, span: Span) -> String {
    let text = texts.text(span.text).get(span.start as usize..span.end as usize);
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}
