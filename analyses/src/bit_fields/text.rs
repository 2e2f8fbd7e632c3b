//! The answer as text.

use std::fmt::Write;

use ::bit_fields::counts::Counts;
use ::bit_fields::recover::FieldAccess;
use facts_schema::LeakReason;

use super::Report;
use crate::points_to::functions::Functions;
use facts_schema::Word as _;

/// The maximum number of locations of reads or writes that are listed; the others are counted.
const MAX_PLACES: usize = 3;

impl Report<'_> {
    /// The answer as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.names.is_empty() {
            text.push_str("no bit fields\n");
            if !self.analysis.combined_loads.is_empty() {
                text.push('\n');
                let _ = self.load_list(&mut text);
            }
            return text;
        }
        let (certain, uncertain): (Vec<usize>, Vec<usize>) =
            (0..self.names.len()).partition(|it| self.analysis.found.is_certain(*it));
        if certain.is_empty() {
            text.push_str("no certain bit fields\n\n");
        }
        for number in certain {
            // Writing to a string does not fail.
            let _ = self.structure(&mut text, number);
        }
        if !uncertain.is_empty() {
            text.push_str(
                "bit fields, or else parts of wider bit fields or of numbers that the program masks itself:\n\n",
            );
        }
        for number in uncertain {
            let _ = self.structure(&mut text, number);
        }
        let _ = self.leak_list(&mut text);
        let _ = self.load_list(&mut text);
        let _ = self.count_list(&mut text);
        text
    }

    fn structure(&self, text: &mut String, number: usize) -> std::fmt::Result {
        let (names, outline) = (&self.names[number], &self.analysis.outlines[number]);
        let fields = &self.analysis.found.structures[number].fields;
        writeln!(text, "{}", names.name)?;
        if let Some(layout) = &names.packed {
            writeln!(text, "  {layout}")?;
        }
        let mut shown = vec![false; fields.len()];
        for word in &outline.layout.words {
            write!(text, "  word of {} bits at bit {}", word.span.width(), word.span.start)?;
            match word.span.width().checked_div(word.element_width) {
                Some(count) => writeln!(text, ": <{count} x i{}> as a vector", word.element_width)?,
                None => writeln!(text)?,
            }
            for &field in &word.fields {
                if !std::mem::replace(&mut shown[field], true) {
                    self.field_lines(text, number, field)?;
                }
            }
            let what = match self.analysis.found.structures[number].is_declared {
                true => "padding",
                false => "padding, or not accessed",
            };
            for span in &word.padding {
                writeln!(text, "    {:>4} +{:<3} {what}", span.start, span.width())?;
            }
        }
        for field in (0..fields.len()).filter(|it| !shown[*it]) {
            self.field_lines(text, number, field)?;
        }
        writeln!(text)
    }

    fn field_lines(&self, text: &mut String, number: usize, field: usize) -> std::fmt::Result {
        let it = &self.analysis.found.structures[number].fields[field];
        let name = &self.names[number].fields[field];
        let name = if name.starts_with('[') { "" } else { name };
        let sign = it.signedness().map_or("", |it| it.as_str());
        let is_doubted = !it.is_certain && self.analysis.found.is_certain(number);
        let perhaps = if is_doubted { "perhaps " } else { "" };
        let (start, width) = (it.span.start, it.span.width());
        let line = format!("    {start:>4} +{width:<3} {perhaps}{sign} {name}");
        writeln!(text, "{}", line.trim_end())?;
        for (verb, rows) in
            [("read", &self.analysis.found.reads), ("written", &self.analysis.found.writes)]
        {
            let is_here = |it: &&FieldAccess| it.structure == number && it.field == field;
            let mut places: Vec<String> =
                rows.iter().filter(is_here).map(|it| self.place(it.instruction)).collect();
            places.dedup();
            let more = places.len().saturating_sub(MAX_PLACES);
            places.truncate(MAX_PLACES);
            if !places.is_empty() {
                let more = if more > 0 { format!(", and {more} more") } else { String::new() };
                writeln!(text, "              {verb} at {}{more}", places.join(", "))?;
            }
        }
        Ok(())
    }

    fn leak_list(&self, text: &mut String) -> std::fmt::Result {
        if self.analysis.leaks.is_empty() {
            return Ok(());
        }
        writeln!(text, "stores that may spread poison:")?;
        for leak in &self.analysis.leaks {
            let names = |fields: &[usize]| {
                let names = fields.iter().map(|it| self.field(leak.structure, *it));
                names.collect::<Vec<_>>().join(", ")
            };
            let why = match leak.reason {
                LeakReason::Uninitialised => "the word has not been initialised",
                LeakReason::Unknown => "the word may not have been initialised",
                LeakReason::Value => "the value may be poison",
            };
            let (place, to) = (self.place(leak.store), names(&leak.neighbours));
            match leak.written.is_empty() {
                true => writeln!(text, "  {place}: to {to}: {why}")?,
                false => writeln!(text, "  {place}: from {} to {to}: {why}", names(&leak.written))?,
            }
        }
        writeln!(text)
    }

    fn load_list(&self, text: &mut String) -> std::fmt::Result {
        if self.analysis.combined_loads.is_empty() {
            return Ok(());
        }
        writeln!(
            text,
            "loads of several members at once, and vector loads that would keep the members separate:"
        )?;
        for (load, names) in self.analysis.combined_loads.iter().zip(&self.loaded_members) {
            let place = self.place(load.instruction);
            writeln!(text, "  {place}: load i{}: load {}", load.span.width(), Self::vector(load))?;
            for (name, (_, span)) in names.iter().zip(&load.members) {
                let (start, end) = load.elements(*span);
                match end.saturating_sub(start) {
                    0 | 1 => writeln!(text, "    {name}: extractelement {start}")?,
                    _ => writeln!(text, "    {name}: extractelement {start} to {}", end - 1)?,
                }
            }
        }
        writeln!(text)
    }

    fn count_list(&self, text: &mut String) -> std::fmt::Result {
        if self.analysis.counts.is_empty() {
            return Ok(());
        }
        writeln!(text, "number of instructions now, and with explicit packing:")?;
        let functions = Functions::new(self.facts());
        for (function, counts) in &self.analysis.counts {
            let function = functions.full_name(*function);
            writeln!(text, "  {function}: {} {}", counts.today, counts.packed)?;
        }
        let total = Counts::total(&self.analysis.counts);
        writeln!(text, "  total: {} {}", total.today, total.packed)
    }
}
