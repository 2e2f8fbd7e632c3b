//! A report as workflow commands of GitHub Actions, which displays them beside the changed lines.
//!
//! Each finding is one line; findings that several functions share are one line in total:
//! `::error file=…,line=…,col=…,title=…::message`.

use rules::Level;

use super::{Distinct, Report};

/// The report as workflow commands.
pub fn render(report: &Report) -> String {
    report.distinct().iter().map(command).collect()
}

fn command(Distinct { finding, others }: &Distinct) -> String {
    let name = match finding.level {
        Level::Deny => "error",
        Level::Warn | Level::Allow => "warning",
    };
    let mut properties = Vec::new();
    if let Some(place) = &finding.place {
        properties.push(("file", place.file.clone()));
        properties.extend((place.line > 0).then(|| ("line", place.line.to_string())));
        properties.extend((place.column > 0).then(|| ("col", place.column.to_string())));
    }
    properties.push(("title", finding.rule.title()));
    let properties: Vec<_> =
        properties.iter().map(|(key, value)| format!("{key}={}", escaped(value, true))).collect();
    let more = match others.len() {
        0 => String::new(),
        1 => "; 1 more function has it".to_owned(),
        count => format!("; {count} more functions have it"),
    };
    let message = format!("{} ({}{more})", finding.message, finding.subject);
    format!("::{name} {}::{}\n", properties.join(","), escaped(&message, false))
}

/// Escapes characters that would end a property or the line, in the encoding that GitHub's runner
/// decodes.
fn escaped(text: &str, in_property: bool) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '%' => result.push_str("%25"),
            '\r' => result.push_str("%0D"),
            '\n' => result.push_str("%0A"),
            ':' if in_property => result.push_str("%3A"),
            ',' if in_property => result.push_str("%2C"),
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_of_properties_and_lines_are_escaped() {
        assert_eq!(escaped("100%: a,b\r\n", true), "100%25%3A a%2Cb%0D%0A");
        assert_eq!(escaped("100%: a,b\r\n", false), "100%25: a,b%0D%0A");
    }
}
