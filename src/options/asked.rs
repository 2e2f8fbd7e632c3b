//! What a question is about: `--of`, in all commands that ask about something by name.

use anyhow::bail;

use crate::options::Inputs;
use crate::options::modules::is_there;

/// Refuses inputs that are not there, where they may be meant as what is asked about.
///
/// The first one has to be an input.
///
/// # Errors
///
/// When there are such inputs.
pub fn refuse_names(inputs: &Inputs) -> anyhow::Result<()> {
    let names = inputs.paths().iter().skip(1).filter(|path| !is_there(path));
    let names: Vec<String> = names.map(|path| path.display().to_string()).collect();
    let Some(first) = names.first() else { return Ok(()) };
    let options: Vec<String> =
        names.iter().map(|name| format!("--of {}", in_shell(name))).collect();
    bail!("{first}: there is no such file; to ask about it, write {}", options.join(" "));
}

/// The word as one types it in a shell.
fn in_shell(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "@%#:._-/+,=".contains(it);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(in_shell("@main:%x"), "@main:%x");
        assert_eq!(in_shell("points_to(main:p, @buffer)"), "'points_to(main:p, @buffer)'");
        assert_eq!(in_shell("it's"), r"'it'\''s'");
    }
}
