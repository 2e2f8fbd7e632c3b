//! Programs that are checks: they derive the relation `finding`, and each rule for it names a check.
//!
//! ```text
//! finding("unchecked-malloc", "warn", instruction, "the result may be null") :- …
//! ```

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::syntax::{Atom, Clause, Directive, DirectiveKind, Program, Span, Term, TermKind};
use crate::texts::Texts;

/// The relation whose rows are reported.
pub const FINDING: &str = "finding";

/// The number of its columns: the check, its level, the reported entity, and the message.
const COLUMNS: usize = 4;

/// A check that a program declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name: lower-case words separated by hyphens.
    pub name: String,
    /// Its level, one of the levels that the caller accepts.
    pub level: String,
    /// The comment before the first rule that derives its findings; empty if there is none.
    pub doc: String,
    /// The location of its name in that rule.
    pub span: Span,
}

/// The checks of a program, which is changed to output only its findings.
///
/// # Errors
///
/// When the program has no rule for `finding`, or a rule does not specify its check and one of
/// `levels` as constants.
pub fn checks(
    program: &mut Program,
    texts: &Texts,
    levels: &[&str],
) -> Result<Vec<Check>, Vec<Diagnostic>> {
    let mut checks = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for clause in &program.clauses {
        for head in clause.heads.iter().filter(|it| it.relation.text == FINDING) {
            match check(head, clause, texts, levels) {
                Ok(new) => {
                    let known = checks.entry(new.name.clone()).or_insert_with(|| new.clone());
                    if known.level != new.level {
                        let message = format!(
                            "check `{}` has level {} in one rule and {} in another",
                            new.name, known.level, new.level
                        );
                        diagnostics.push(Diagnostic::new(message, new.span));
                    }
                }
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
    }
    if let Some(relation) = program.relations.iter().find(|it| it.name.text == FINDING)
        && relation.columns.len() != COLUMNS
    {
        let message =
            "`finding` has four columns: the check, its level, what is reported, and the message";
        let help = "include `irlog/finding.dl`, which declares it";
        diagnostics.push(Diagnostic::new(message, relation.name.span).with_help(help));
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    output_only_findings(program);
    Ok(checks.into_values().collect())
}

/// The check that a rule for `finding` belongs to.
fn check(
    head: &Atom,
    clause: &Clause,
    texts: &Texts,
    levels: &[&str],
) -> Result<Check, Diagnostic> {
    let text = |position: usize, what: &str| match head.arguments.get(position) {
        Some(Term { kind: TermKind::Symbol(text), span }) => Ok((text.clone(), *span)),
        Some(term) => {
            let message = format!("{what} is not a text in quotes");
            let help = r#"write it as in `finding("unchecked-malloc", "warn", …)`"#;
            Err(Diagnostic::new(message, term.span).with_help(help))
        }
        None => Err(Diagnostic::new(format!("{what} is missing"), head.span)),
    };
    let (name, span) = text(0, "the name of the check")?;
    let (level, level_span) = text(1, "the level of the check")?;
    let is_in_name = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    if !name.starts_with(|it: char| it.is_ascii_lowercase()) || !name.chars().all(is_in_name) {
        let message = format!("`{name}` cannot be the name of a check");
        let help =
            "a name consists of lower-case letters, digits and hyphens, and begins with a letter";
        return Err(Diagnostic::new(message, span).with_help(help));
    }
    if !levels.contains(&level.as_str()) {
        let message = format!("unknown level `{level}`");
        let help = format!("the levels are {}", levels.join(", "));
        return Err(Diagnostic::new(message, level_span).with_help(help));
    }
    let doc = texts.comment_before(clause.span).join("\n");
    Ok(Check { name, level, doc, span })
}

fn output_only_findings(program: &mut Program) {
    program
        .directives
        .retain(|it| !matches!(it.kind, DirectiveKind::Output | DirectiveKind::PrintSize));
    let name = program.relations.iter().map(|it| &it.name).find(|it| it.text == FINDING);
    program.directives.extend(name.cloned().map(|relation| Directive {
        kind: DirectiveKind::Output,
        relation,
        parameters: Vec::new(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::LIBRARY;
    use crate::parse;

    fn of(text: &str) -> Result<(Vec<Check>, Program), String> {
        let mut texts = Texts::new().with_library(LIBRARY);
        let main = texts.add("checks.dl", format!(".include \"irlog/finding.dl\"\n{text}"));
        let mut program = parse(&mut texts, main).expect("the program has no mistake");
        match checks(&mut program, &texts, &["warn", "deny"]) {
            Ok(checks) => Ok((checks, program)),
            Err(them) => Err(them.into_iter().map(|it| it.message).collect::<Vec<_>>().join("; ")),
        }
    }

    #[test]
    fn checks_have_the_names_and_levels_of_the_rules() {
        let text = "
            // A function called `gets`
            // cannot be used safely.
            finding(\"no-gets\", \"deny\", f, \"gets\") :- function(f, _, _, _).
            finding(\"no-gets\", \"deny\", \"@gets\", \"gets\").
            .decl other(x: symbol) .output other
            other(\"x\"). finding(\"a1\", \"warn\", \"@x\", \"message\").";
        let (checks, program) = of(text).expect("there is no mistake");
        let shown: Vec<_> = checks.iter().map(|it| (&*it.name, &*it.level, &*it.doc)).collect();
        let doc = "A function called `gets`\ncannot be used safely.";
        assert_eq!(shown, [("a1", "warn", ""), ("no-gets", "deny", doc)]);
        let outputs: Vec<_> = program.directives.iter().map(|it| &*it.relation.text).collect();
        assert_eq!(outputs, [FINDING]);
    }

    #[test]
    fn names_and_levels_are_texts_that_are_known_before_the_program_runs() {
        let message = |text: &str| of(text).expect_err("there is a mistake");
        let variable = "finding(x, \"deny\", \"@f\", \"\") :- x = \"a\".";
        assert_eq!(message(variable), "the name of the check is not a text in quotes");
        assert_eq!(
            message("finding(\"A b\", \"deny\", \"@f\", \"\")."),
            "`A b` cannot be the name of a check"
        );
        assert_eq!(message("finding(\"a\", \"error\", \"@f\", \"\")."), "unknown level `error`");
        let both =
            "finding(\"a\", \"deny\", \"@f\", \"\"). finding(\"a\", \"warn\", \"@f\", \"\").";
        assert_eq!(message(both), "check `a` has level deny in one rule and warn in another");
    }
}
