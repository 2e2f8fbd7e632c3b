//! `--format`: each command offers some of the formats, and clap rejects the others.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use facts_schema::{FactsFormat, Format};

/// The formats of a command, each with its help.
pub type Choice = [(Format, &'static str)];

/// The formats of commands that answer with rows of relations.
pub const ANSWERS: &Choice = &[
    (Format::Text, "Plain text"),
    (Format::Json, "One object with the rows of each relation"),
    (Format::CSV, "Comma-separated values with a header, as in RFC 4180; see --relation"),
    (Format::SOUFFLE, "Tab-separated values without a header, for Soufflé; see --relation"),
];

/// Accepts one of these formats.
pub fn one_of(formats: &'static Choice) -> impl TypedValueParser<Value = Format> {
    named(formats).map(|name| format_of(formats, &name))
}

/// Accepts one of these formats, which are all for facts.
pub fn facts_of(formats: &'static Choice) -> impl TypedValueParser<Value = FactsFormat> {
    named(formats)
        .map(|name| format_of(formats, &name).facts().expect("these formats are for facts"))
}

fn named(formats: &'static Choice) -> PossibleValuesParser {
    let value =
        |(format, help): &(Format, &'static str)| PossibleValue::new(format.name()).help(*help);
    PossibleValuesParser::new(formats.iter().map(value))
}

fn format_of(formats: &Choice, name: &str) -> Format {
    let named = formats.iter().find(|(format, _)| format.name() == name);
    named.expect("clap accepts only these names").0
}
