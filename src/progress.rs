//! Shows the progress of a run on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::message::Phase;
use crate::output::one_line;

/// A line on the terminal; nothing if standard error is not a terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// An empty line.
    pub fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar }
    }

    /// Nothing at all.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden() }
    }

    /// Shows this phase.
    pub fn show(&self, phase: &Phase) {
        if self.bar.is_hidden() {
            return;
        }
        if let Phase::Extracting(done, total) | Phase::Modules(done, total) = phase {
            self.bar.set_length(*total as u64);
            self.bar.set_position(*done as u64);
            let what = if let Phase::Modules(..) = phase { "modules" } else { "functions" };
            self.bar.set_style(style(&format!(
                "{{spinner}} {{msg}} {{wide_bar}} {{pos}}/{{len}} {what}"
            )));
        } else {
            self.bar.set_style(style("{spinner} {msg}"));
        }
        self.bar.set_message(one_line(&phase.to_string()));
    }

    /// Removes the line while something else is printed.
    pub fn pause(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }
}

/// Removes the line before other output.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
