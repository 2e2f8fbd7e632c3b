//! Texts that programs can include without a file: the standard library, and the published
//! predicates.

/// The standard library: each text with the name by which it is included.
pub const LIBRARY: &[(&str, &str)] = &[
    ("irlog/calls.dl", include_str!("../library/calls.dl")),
    ("irlog/control_flow.dl", include_str!("../library/control_flow.dl")),
    ("irlog/dataflow.dl", include_str!("../library/dataflow.dl")),
    ("irlog/finding.dl", include_str!("../library/finding.dl")),
    ("irlog/source.dl", include_str!("../library/source.dl")),
    ("irlog/taint.dl", include_str!("../library/taint.dl")),
];

/// The name of the text that defines the published predicates. It is added to programs that mention
/// them.
pub const PUBLISHED: &str = "irlog/published.dl";

/// The text that defines the published predicates, as the instance `published` of the component
/// `Published`.
pub fn published() -> String {
    facts_schema::texts::published_predicates()
}

/// Whether the text of a program mentions the published predicates.
pub fn mentions_published(text: &str) -> bool {
    let is_part_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    ["published.", "Published"].iter().any(|word| {
        text.match_indices(word).any(|(at, _)| at == 0 || !is_part_of_name(text.as_bytes()[at - 1]))
    })
}

#[cfg(test)]
mod reference;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_predicates_are_distinguished_from_longer_names() {
        assert!(mentions_published(".output published.alloca_instruction"));
        assert!(mentions_published(".comp Mine : Published {}"));
        assert!(!mentions_published("unpublished.a(1). a.published.b(1). published(1)."));
    }

    #[test]
    fn the_published_predicates_are_in_an_instance() {
        let text = published();
        assert!(text.contains(".init published = Published\n"));
        assert!(mentions_published(&text));
    }
}
