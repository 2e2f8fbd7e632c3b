//! `--format`: each command offers some of the formats, and clap refuses the others.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use facts_schema::{FactsFormat, Format};

/// The formats of a command, each with what help says of it.
pub type Choice = [(Format, &'static str)];

/// The formats of commands that answer with rows of relations.
pub const ANSWERS: &Choice = &[
    (Format::Text, "To read"),
    (Format::Json, "One object, whose keys are names of relations and columns"),
    (Format::CSV, "Comma-separated values with a header, as in RFC 4180; see --relation"),
    (Format::SOUFFLE, "What Soufflé reads: tab-separated, without a header; see --relation"),
];

/// Takes one of these formats.
pub fn one_of(formats: &'static Choice) -> impl TypedValueParser<Value = Format> {
    named(formats).map(|name| format_of(formats, &name))
}

/// Takes one of these formats, which are all for facts.
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
