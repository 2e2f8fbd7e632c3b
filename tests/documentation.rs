//! The console examples in the guides print the output shown there.
//!
//! An example is a block of the language `console`: commands after `$`, each followed by its output. A block of another
//! language is a file if the line before it ends with a file name and a colon, as in "`reachable.dl`:".

use std::error::Error;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// A command and its output.
struct Example {
    command: String,
    expected: String,
}

/// A fenced block of a page: the info string, the last line of text before it, and its lines.
struct Block<'p> {
    language: &'p str,
    before: &'p str,
    lines: Vec<&'p str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut before = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(language) => {
                let content = lines.by_ref().take_while(|line| *line != "```").collect();
                blocks.push(Block { language, before, lines: content });
            }
            None if line.is_empty() => {}
            None => before = line,
        }
    }
    blocks
}

/// The name of the file that a block contains, if the text before it names one.
fn file_name<'p>(block: &Block<'p>) -> Option<&'p str> {
    let name = block.before.strip_suffix("`:").filter(|_| block.language != "console")?;
    let name = &name[name.rfind('`')? + 1..];
    name.contains('.').then_some(name)
}

fn examples(block: &Block) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    // A command continues on the next line after a backslash, or while a quote is open.
    let mut is_open = false;
    for line in &block.lines {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) if !is_open => {
                examples.push(Example { command: command.to_owned(), expected: String::new() });
            }
            (_, Some(example)) if is_open => example.command += &format!("\n{line}"),
            (_, Some(example)) => example.expected += &format!("{line}\n"),
            (_, None) => panic!("{line:?} is before the first command"),
        }
        let command = examples.last().map_or("", |it| it.command.as_str());
        let has_output = examples.last().is_some_and(|it| !it.expected.is_empty());
        is_open =
            !has_output && (command.ends_with('\\') || command.matches('\'').count() % 2 == 1);
    }
    examples
}

/// Runs the examples of a page in a folder that contains the repository's `examples`.
fn run_page(page: &str) -> Result<usize, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(page))?;
    let work = tempfile::tempdir()?;
    symlink(root.join("examples"), work.path().join("examples"))?;
    let irlog = Path::new(env!("CARGO_BIN_EXE_irlog")).parent().ok_or("irlog has no folder")?;
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = [irlog.to_owned()].into_iter().chain(env::split_paths(&folders));
    let path = env::join_paths(folders)?;
    let mut count = 0;
    for block in blocks(&text) {
        match file_name(&block) {
            // Files in `examples` are identical on the page.
            Some(name) if name.starts_with("examples/") => {
                let file = fs::read_to_string(root.join(name))?;
                let shown = block.lines.join("\n");
                assert!(file.contains(&shown), "{page}: {name} does not contain\n{shown}");
            }
            Some(name) => fs::write(work.path().join(name), block.lines.join("\n") + "\n")?,
            None => {}
        }
        if block.language != "console" {
            continue;
        }
        for example in examples(&block) {
            let output = Command::new("sh")
                .args(["-c", &format!("{{ {}\n}} 2>&1", example.command)])
                .current_dir(work.path())
                .env("PATH", &path)
                .output()?;
            let printed = String::from_utf8_lossy(&output.stdout);
            if example.expected.is_empty() {
                // The page omits the output of this command.
                assert!(output.status.code() < Some(2), "{page}: {}: {printed}", example.command);
                continue;
            }
            assert_eq!(printed, example.expected, "{page}: {}", example.command);
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn queries_print_what_the_guide_says() -> Result<(), Box<dyn Error>> {
    assert!(run_page("docs/query.md")? > 8);
    Ok(())
}

#[test]
fn checks_print_what_the_guide_says() -> Result<(), Box<dyn Error>> {
    assert!(run_page("docs/check.md")? > 0);
    assert!(run_page("docs/own-checks.md")? > 0);
    Ok(())
}
