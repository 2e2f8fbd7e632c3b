//! The page: headings over counts in two columns, for a terminal with 80 columns.

use std::fmt;

use super::{Count, DebugCounts, Summary};

/// The maximum number of functions with unreachable blocks that are listed.
const FUNCTIONS_NAMED: usize = 10;

/// The widths of the parts of a cell.
const NAME: usize = 20;
const COUNT: usize = 11;
const SHARE: usize = 7;

/// A count and its share of a total.
struct Cell {
    name: &'static str,
    count: usize,
    total: Option<usize>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.module(f)?;
        section(f, "Entities", &plain(&self.entities))?;
        self.functions(f)?;
        section(f, "Instructions by opcode", &shares(&self.opcodes))?;
        self.derived(f)?;
        section(f, "Values by kind", &shares(&self.values))?;
        section(f, "Types by kind", &shares(&self.types))?;
        section(f, "Globals by linkage", &shares(&self.linkages))?;
        self.debug_information(f)
    }
}

impl Summary {
    fn module(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Module")?;
        let producers = self.producers.join(", ");
        let lines = [
            ("source file", &self.source_file),
            ("target triple", &self.target_triple),
            ("producer", &producers),
        ];
        for (name, text) in lines {
            let text = if text.is_empty() { "not given" } else { text };
            writeln!(f, "  {name:NAME$}{}", printable(text))?;
        }
        Ok(())
    }

    fn functions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            Count { name: "defined", count: self.functions.defined },
            Count { name: "declared", count: self.functions.declared },
            Count { name: "intrinsic", count: self.functions.intrinsics },
        ];
        section(f, "Functions", &shares(&counts))
    }

    fn derived(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operands = [
            Count { name: "variable", count: self.operands.variables },
            Count { name: "immediate", count: self.operands.immediates },
        ];
        section(f, "Operands of instructions", &shares(&operands))?;

        let flow = &self.control_flow;
        let blocks = flow.reachable + flow.unreachable;
        let of_blocks = |name, count| Cell { name, count, total: Some(blocks) };
        let cells = [
            of_blocks("reachable block", flow.reachable),
            of_blocks("unreachable block", flow.unreachable),
            of_blocks("exit block", flow.exits),
            Cell { name: "edge", count: flow.edges, total: None },
        ];
        section(f, "Control flow", &cells)?;
        self.unreachable_blocks(f)
    }

    fn unreachable_blocks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let functions = &self.functions_with_unreachable_blocks;
        if functions.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nFunctions with unreachable blocks: {}", thousands(functions.len()))?;
        let named = &functions[..functions.len().min(FUNCTIONS_NAMED)];
        let width = named.iter().map(|it| thousands(it.blocks).len()).max().unwrap_or_default();
        for it in named {
            let (unreachable, blocks) = (thousands(it.unreachable), thousands(it.blocks));
            let function = printable(&it.function);
            writeln!(f, "  {unreachable:>width$} of {blocks:>width$}  {function}")?;
        }
        match functions.len() - named.len() {
            0 => Ok(()),
            more => writeln!(f, "  and {} more", thousands(more)),
        }
    }

    fn debug_information(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let debug = &self.debug_information;
        if *debug == DebugCounts::default() {
            return writeln!(f, "\nDebug information\n  none");
        }
        let cells = [
            Cell {
                name: "located instruction",
                count: debug.located_instructions,
                total: Some(self.instruction_count()),
            },
            Cell { name: "source file", count: debug.files, total: None },
            Cell { name: "subprogram", count: debug.subprograms, total: None },
            Cell { name: "source variable", count: debug.variables, total: None },
        ];
        section(f, "Debug information", &cells)
    }
}

/// Counts without their shares.
fn plain(counts: &[Count]) -> Vec<Cell> {
    counts.iter().map(|&Count { name, count }| Cell { name, count, total: None }).collect()
}

/// Counts with their shares of the total.
fn shares(counts: &[Count]) -> Vec<Cell> {
    let total = counts.iter().map(|it| it.count).sum();
    let cell = |&Count { name, count }: &Count| Cell { name, count, total: Some(total) };
    counts.iter().map(cell).collect()
}

/// A heading and its counts, which fill the first column and then the second. The section is
/// omitted if there are no counts.
fn section(f: &mut fmt::Formatter<'_>, title: &str, cells: &[Cell]) -> fmt::Result {
    if cells.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    let (left, right) = cells.split_at(cells.len().div_ceil(2));
    for (row, cell) in left.iter().enumerate() {
        let mut line = format!("  {cell}");
        if let Some(cell) = right.get(row) {
            line += &format!("  {cell}");
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.total.map_or_else(String::new, |total| share(self.count, total));
        write!(f, "{:NAME$}{:>COUNT$}{share:>SHARE$}", self.name, thousands(self.count))
    }
}

/// The share of `count` in `total`, as `12.5%`.
fn share(count: usize, total: usize) -> String {
    match (count, total) {
        (0, _) | (_, 0) => String::new(),
        _ => match 100.0 * count as f64 / total as f64 {
            percent if percent < 0.1 => "<0.1%".to_owned(),
            percent => format!("{percent:.1}%"),
        },
    }
}

/// The number with commas between groups of three digits.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Escapes control characters, because names in a module must not control the terminal.
fn printable(text: &str) -> String {
    let mut printable = String::new();
    for character in text.chars() {
        if character.is_control() {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let numbers = [0, 999, 1000, 12_345, 123_456, 1_234_567];
        let expected = ["0", "999", "1,000", "12,345", "123,456", "1,234,567"];
        assert_eq!(numbers.map(thousands), expected);
    }

    #[test]
    fn shares_are_percentages_and_undefined_for_a_total_of_zero() {
        assert_eq!(share(1, 3), "33.3%");
        assert_eq!(share(7, 7), "100.0%");
        assert_eq!(share(1, 1_000_000), "<0.1%");
        assert_eq!(share(1, 1000), "0.1%");
        assert_eq!(share(0, 7), "");
        assert_eq!(share(0, 0), "");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\x1b[31m\n\u{9b}é"), "a\\u{1b}[31m\\n\\u{9b}é");
    }
}
