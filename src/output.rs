//! Output to the user: answers on standard output, errors and warnings on standard error.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::styling::{AnsiColor, Style};
use serde::{Deserialize, Serialize};

/// The exit status of a run that reports findings.
const FINDINGS: u8 = 1;
/// The exit status of a run that failed.
pub const FAILURE: u8 = 2;

/// The answer of a command.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The text for standard output. Its colours are only printed to a terminal.
    pub text: String,
    /// Whether there are findings that make the exit status 1.
    pub has_findings: bool,
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self { text, has_findings: false }
    }
}

/// The errors in a program of the user, rendered with the lines that they refer to.
#[derive(Clone, Debug)]
pub struct Rejected(pub String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Rejected {}

/// Prints the answer, or why there is none, and ends the program. A long answer is in a file.
pub fn finish(answer: anyhow::Result<Answer>, long_answer: Option<File>) -> ExitCode {
    let print = |answer: Answer| {
        match long_answer {
            Some(mut file) => {
                file.rewind().context("the answer cannot be read from its temporary file")?;
                print(file)?;
            }
            None => print(answer.text.as_bytes())?,
        }
        Ok(answer.has_findings)
    };
    match answer.and_then(print) {
        Ok(false) => ExitCode::SUCCESS,
        Ok(true) => FINDINGS.into(),
        Err(error) => {
            match error.downcast_ref() {
                Some(Rejected(report)) => print_report(report),
                None => print_error(&explain(&error)),
            }
            FAILURE.into()
        }
    }
}

/// Prints an error on one line.
pub fn print_error(text: &str) {
    print_line(AnsiColor::Red.on_default().bold(), "error", text);
}

/// Prints lines unchanged. Colours are only printed to a terminal.
fn print_report(report: &str) {
    // If standard error cannot be written, there is nowhere to report it.
    let _ = write!(anstream::stderr(), "{report}");
}

/// Prints a warning on one line.
pub fn print_warning(text: &str) {
    print_line(AnsiColor::Yellow.on_default().bold(), "warning", text);
}

/// The error and its causes, except for those that its message already contains.
pub fn explain(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Prints to standard output. A closed pipe is not an error.
fn print(mut text: impl Read) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout().lock();
    match io::copy(&mut text, &mut stdout).and_then(|_| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output: cannot be written")
        }
        _ => Ok(()),
    }
}

fn print_line(style: Style, label: &str, text: &str) {
    let text = one_line(text);
    // If standard error cannot be written, there is nowhere to report it.
    let _ = writeln!(anstream::stderr(), "{style}{label}:{style:#} {text}");
}

/// The text on one line, without characters that control a terminal: file names and LLVM's messages
/// about a module may contain anything.
pub fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut result = String::with_capacity(text.len());
    for character in lines.join(" ").chars() {
        if character.is_control() {
            result.extend(character.escape_default());
        } else {
            result.push(character);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_reported_once() {
        let error = anyhow::anyhow!("no space left").context("a.csv: no space left");
        assert_eq!(explain(&error.context("out")), "out: a.csv: no space left");
    }

    #[test]
    fn an_error_stays_on_one_line_and_cannot_control_the_terminal() {
        assert_eq!(one_line("a\n  b\r\n\n"), "a b");
        assert_eq!(one_line("\x1b[31mred\x07"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(one_line("naïve \"x\" \\"), "naïve \"x\" \\");
    }
}
