//! `--of`, in all commands that look something up by name.

use anyhow::bail;

use crate::options::Inputs;
use crate::options::modules::is_there;

/// Rejects inputs that do not exist, because they may be meant as names to look up.
///
/// The first one is always an input.
///
/// # Errors
///
/// When there are such inputs.
pub fn reject_names(inputs: &Inputs) -> anyhow::Result<()> {
    let names = inputs.paths().iter().skip(1).filter(|path| !is_there(path));
    let names: Vec<String> = names.map(|path| path.display().to_string()).collect();
    let Some(first) = names.first() else { return Ok(()) };
    let options: Vec<String> =
        names.iter().map(|name| format!("--of {}", in_shell(name))).collect();
    bail!("{first}: no such file; if it is the name to look up, write {}", options.join(" "));
}

/// The word, quoted for a shell.
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
