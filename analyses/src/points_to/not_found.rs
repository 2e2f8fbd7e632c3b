//! The error for an unknown name, with similar names.

/// The reason why a name cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// Nothing has this name.
    #[error("no {what} is called `{name}`{}", advice(.nearest))]
    Name {
        /// The kind of entity that was looked up.
        what: &'static str,
        /// Its name.
        name: String,
        /// Similar names.
        nearest: Vec<String>,
    },
    /// The text does not denote a source line.
    #[error("`{0}` is not a source line; write FILE:LINE, as in main.c:12")]
    NotALine(String),
    /// There is no code from this line.
    #[error("{what} at `{line}`{}", if *.has_places { "" } else {
        ": the module has no debug information"
    })]
    Line {
        /// The missing entity, as a clause: `no code`, `no pointer is computed`.
        what: &'static str,
        /// The line.
        line: String,
        /// Whether any instruction has a source location.
        has_places: bool,
    },
}

fn advice(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        names => {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("; did you mean {}?", names.join(" or "))
        }
    }
}

/// The error that no `what` is called `name`, with similar names from `known`.
pub(super) fn not_found(
    what: &'static str,
    name: &str,
    known: impl Iterator<Item = String>,
) -> NotFound {
    const COUNT: usize = 3;
    let limit = (name.len() / 3).max(1);
    let mut nearest: Vec<_> = known
        .filter(|known| known.len().abs_diff(name.len()) <= limit)
        .map(|known| (strsim::damerau_levenshtein(name, &known), known))
        .filter(|(distance, _)| *distance <= limit && *distance < name.len())
        .collect();
    nearest.sort_unstable();
    nearest.dedup();
    let nearest = nearest.into_iter().take(COUNT).map(|(_, known)| known).collect();
    NotFound::Name { what, name: name.to_owned(), nearest }
}
