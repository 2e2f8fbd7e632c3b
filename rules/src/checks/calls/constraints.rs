//! The constraint string of inline assembly, as far as it says what is passed (LangRef, "Inline Asm
//! Constraint String").

/// One constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    /// `=…`: an output. An indirect one is written through an argument.
    Output { indirect: bool },
    /// An input, which is an argument.
    Input { indirect: bool },
    /// `!…`: a label.
    Label,
    /// `~{…}`: something that the assembly changes.
    Clobber,
}

impl Constraint {
    /// Whether it is indirect, if an argument is passed for it.
    pub fn passes(self) -> Option<bool> {
        match self {
            Self::Input { indirect } => Some(indirect),
            Self::Output { indirect: true } => Some(true),
            Self::Output { indirect: false } | Self::Label | Self::Clobber => None,
        }
    }
}

/// The constraints in a string, in order; none if one of them is empty.
pub(super) fn constraints(text: &str) -> Vec<Constraint> {
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
    use super::constraints;

    #[test]
    fn each_constraint_says_what_is_passed() {
        let parsed = constraints("=r,=*m,=&{ax},r,*m,0,!i,~{memory}");
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
        assert_eq!(parsed, expected);
        let passed: Vec<bool> = parsed.into_iter().filter_map(|it| it.passes()).collect();
        assert_eq!(passed, [true, false, true, false]);
    }

    #[test]
    fn what_llvm_cannot_parse_asks_for_nothing() {
        assert_eq!(constraints(""), []);
        assert_eq!(constraints("r,,r"), []);
        assert_eq!(constraints("é"), []);
    }
}
