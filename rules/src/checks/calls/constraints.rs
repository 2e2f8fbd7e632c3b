//! Parses the constraint string of inline assembly, as far as it concerns arguments and labels
//! (LangRef, "Inline Asm Constraint String").

/// The arguments that the constraints require: the position of each, and whether it is indirect.
pub(super) fn passed(text: &str) -> impl Iterator<Item = (u32, bool)> {
    (0..).zip(constraints(text).into_iter().filter_map(Constraint::passes))
}

/// The numbers of the label constraints.
pub(super) fn labels(text: &str) -> impl Iterator<Item = u32> {
    let labels = constraints(text).into_iter().filter(|it| matches!(it, Constraint::Label));
    (0..).zip(labels).map(|(number, _)| number)
}

/// A constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constraint {
    /// `=…`: an output. An indirect output is written through a pointer argument.
    Output { indirect: bool },
    /// An input, which takes an argument.
    Input { indirect: bool },
    /// `!…`: a label.
    Label,
    /// `~{…}`: something that the assembly clobbers.
    Clobber,
}

impl Constraint {
    /// Whether the argument is indirect; `None` if the constraint does not take an argument.
    fn passes(self) -> Option<bool> {
        match self {
            Self::Input { indirect } => Some(indirect),
            Self::Output { indirect: true } => Some(true),
            Self::Output { indirect: false } | Self::Label | Self::Clobber => None,
        }
    }
}

/// The constraints in a string, in order. Empty if one of them is empty.
fn constraints(text: &str) -> Vec<Constraint> {
    let parsed: Option<Vec<Constraint>> = text.split(',').map(constraint).collect();
    parsed.unwrap_or_default()
}

fn constraint(text: &str) -> Option<Constraint> {
    let (first, rest) = text.split_at_checked(1)?;
    let is_indirect = |code: &str| code.starts_with('*');
    Some(match first {
        "~" => Constraint::Clobber,
        "!" => Constraint::Label,
        "=" => Constraint::Output { indirect: is_indirect(rest) },
        _ => Constraint::Input { indirect: is_indirect(text) },
    })
}

#[cfg(test)]
mod tests {
    use super::Constraint::*;
    use super::{constraints, labels, passed};

    #[test]
    fn each_constraint_is_an_output_an_input_or_a_label() {
        const TEXT: &str = "=r,=*m,=&{ax},r,*m,0,!i,~{memory}";
        let expected = [
            Output { indirect: false },
            Output { indirect: true },
            Output { indirect: false },
            Input { indirect: false },
            Input { indirect: true },
            Input { indirect: false },
            Label,
            Clobber,
        ];
        assert_eq!(constraints(TEXT), expected);
        assert_eq!(
            passed(TEXT).collect::<Vec<_>>(),
            [(0, true), (1, false), (2, true), (3, false)]
        );
        assert_eq!(labels(TEXT).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn unparsable_constraints_have_no_operands() {
        assert_eq!(constraints(""), []);
        assert_eq!(constraints("r,,r"), []);
        assert_eq!(constraints("é"), []);
    }
}
