//! The messages of rules, whose placeholders represent the entities of a violation.

/// A part of a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'m> {
    /// Literal text.
    Literal(&'m str),
    /// A placeholder.
    Placeholder(Placeholder),
    /// Braces around an unknown name.
    Unknown(&'m str),
}

/// The placeholders that `rules::Violation` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placeholder {
    Subject,
    Function,
    Opcode,
    ResultType,
    /// The marked operand, or the one at a position.
    Operand(Option<u32>),
    OperandType(Option<u32>),
    Callee,
    ReturnType,
    Detail,
    DetailType,
}

/// The parts of a message.
pub(super) fn parts(message: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match rest.strip_prefix('{') {
            Some(inner) => {
                let (name, behind) = inner.split_once('}').unwrap_or((inner, ""));
                rest = behind;
                let placeholder = Placeholder::named(name).map(Part::Placeholder);
                return Some(placeholder.unwrap_or(Part::Unknown(name)));
            }
            None => rest.find('{').unwrap_or(rest.len()),
        };
        let (literal, behind) = rest.split_at(end);
        rest = behind;
        Some(Part::Literal(literal))
    })
}

impl Placeholder {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "subject" => Self::Subject,
            "function" => Self::Function,
            "opcode" => Self::Opcode,
            "result.type" => Self::ResultType,
            "operand" => Self::Operand(None),
            "operand.type" => Self::OperandType(None),
            "callee" => Self::Callee,
            "return.type" => Self::ReturnType,
            "detail" => Self::Detail,
            "detail.type" => Self::DetailType,
            _ => {
                let position = name.strip_prefix("operand:")?;
                match position.strip_suffix(".type") {
                    Some(position) => Self::OperandType(Some(position.parse().ok()?)),
                    None => Self::Operand(Some(position.parse().ok()?)),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_message_uses_known_placeholders() {
        for rule in crate::rule_book::all() {
            for part in parts(rule.0.message) {
                assert!(!matches!(part, Part::Unknown(_)), "{rule:?}: {part:?}");
            }
        }
    }

    #[test]
    fn a_message_is_split_into_its_parts() {
        let message = "`{opcode}` of {operand:12.type}{operand}, {operand:x} {";
        let expected = [
            Part::Literal("`"),
            Part::Placeholder(Placeholder::Opcode),
            Part::Literal("` of "),
            Part::Placeholder(Placeholder::OperandType(Some(12))),
            Part::Placeholder(Placeholder::Operand(None)),
            Part::Literal(", "),
            Part::Unknown("operand:x"),
            Part::Literal(" "),
            Part::Unknown(""),
        ];
        assert_eq!(parts(message).collect::<Vec<_>>(), expected);
    }
}
