//! The fields of specialized metadata nodes, parsed from the text that LLVM prints for a single
//! node.
//!
//! LLVM-C has getters for only a few of them. A node that is printed on its own looks like
//! `<0x55…> = distinct !DISubprogram(name: "f", scope: <0x55…>, line: 7, flags: DIFlagPrototyped)`:
//! fields have names, and the nodes that it refers to are printed as addresses.

use crate::spelling::unescape;

/// A printed node.
#[derive(Debug, Default, PartialEq)]
pub struct PrintedNode<'t> {
    /// Whether it is distinct.
    pub is_distinct: bool,
    /// Field names and values. A field without a name is identified by its position.
    pub fields: Vec<(&'t [u8], FieldValue<'t>)>,
}

/// The value of a field.
#[derive(Debug, PartialEq)]
pub enum FieldValue<'t> {
    /// The node at this address.
    Reference(usize),
    /// No node.
    Null,
    /// A node number, which could be resolved only from a printout of the whole module.
    Number,
    /// The content of a string.
    String(Vec<u8>),
    /// A number, flag or name as LLVM prints it.
    Text(&'t [u8]),
}

/// Parses a printed node.
pub fn parse(text: &[u8]) -> PrintedNode<'_> {
    // A node that is an operand of an instruction starts with its number instead.
    let is_definition = text.starts_with(b"<0x") || matches!(text, [b'!', b'0'..=b'9', ..]);
    let body = match text.windows(3).position(|window| window == b" = ") {
        Some(position) if is_definition => &text[position + 3..],
        _ => text,
    };
    let distinct = body.strip_prefix(b"distinct ");
    let body = distinct.unwrap_or(body);
    let mut node = PrintedNode { is_distinct: distinct.is_some(), fields: Vec::new() };
    let Some(open) = body.iter().position(|&byte| byte == b'(') else { return node };
    let list = body[open + 1..].strip_suffix(b")").unwrap_or(&body[open + 1..]);
    node.fields = split(list).into_iter().map(field).collect();
    node
}

/// Parses a field: `name: value`, or only a value.
fn field(text: &[u8]) -> (&[u8], FieldValue<'_>) {
    let is_in_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = text.iter().position(|byte| !is_in_name(byte)).unwrap_or(0);
    let (name, value) = match text[end..].strip_prefix(b": ") {
        Some(value) if end > 0 => (&text[..end], value),
        _ => (&text[..0], text),
    };
    (name, field_value(value))
}

fn field_value(value: &[u8]) -> FieldValue<'_> {
    match value {
        b"null" => FieldValue::Null,
        [b'!', digits @ ..] if digits.iter().all(u8::is_ascii_digit) => FieldValue::Number,
        [b'"', content @ .., b'"'] => FieldValue::String(unescape(content)),
        [b'<', b'0', b'x', digits @ .., b'>'] => {
            hexadecimal(digits).map_or(FieldValue::Text(value), FieldValue::Reference)
        }
        _ => FieldValue::Text(value),
    }
}

/// The value of these hexadecimal digits; `None` if there are none or other characters.
fn hexadecimal(digits: &[u8]) -> Option<usize> {
    let (first, rest) = digits.split_first()?;
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as usize);
    rest.iter()
        .try_fold(digit(*first)?, |number, &byte| number.checked_mul(16)?.checked_add(digit(byte)?))
}

/// Splits the list at the commas outside of strings and brackets.
fn split(list: &[u8]) -> Vec<&[u8]> {
    // Most nodes have no more fields.
    let mut parts = Vec::with_capacity(16);
    let (mut start, mut depth, mut in_string) = (0, 0_i32, false);
    for (position, &byte) in list.iter().enumerate() {
        match byte {
            // In LLVM's strings a quote is escaped as `\22`.
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth -= 1,
            b',' if depth <= 0 => {
                parts.push(list[start..position].trim_ascii());
                start = position + 1;
            }
            _ => {}
        }
    }
    let last = list[start..].trim_ascii();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_read_field_by_field() {
        let text: &[u8] = b"<0x5f10> = distinct !DISubprogram(name: \"a, \\22b\\22 (c\", \
            scope: <0xab>, line: 7, spFlags: DISPFlagLocal | DISPFlagDefinition, unit: null)";
        let node = parse(text);
        assert!(node.is_distinct);
        assert_eq!(
            node.fields,
            [
                (&b"name"[..], FieldValue::String(b"a, \"b\" (c".to_vec())),
                (b"scope", FieldValue::Reference(0xab)),
                (b"line", FieldValue::Text(b"7")),
                (b"spFlags", FieldValue::Text(b"DISPFlagLocal | DISPFlagDefinition")),
                (b"unit", FieldValue::Null),
            ]
        );
    }

    #[test]
    fn an_expression_has_fields_without_names() {
        let node = parse(b"!DIExpression(DW_OP_plus_uconst, 4)");
        let values: Vec<_> = node.fields.into_iter().map(|field| field.1).collect();
        assert_eq!(values, [FieldValue::Text(b"DW_OP_plus_uconst"), FieldValue::Text(b"4")]);
        assert_eq!(parse(b"!DIExpression()"), PrintedNode::default());
    }

    #[test]
    fn commas_within_a_constant_do_not_end_a_field() {
        let node = parse(b"!DITemplateValueParameter(value: { i8, i8 } { i8 1, i8 2 })");
        let value = FieldValue::Text(b"{ i8, i8 } { i8 1, i8 2 }");
        assert_eq!(node.fields, [(&b"value"[..], value)]);
    }
}
