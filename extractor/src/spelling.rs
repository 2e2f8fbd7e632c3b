//! How LLVM writes names and strings in textual IR.

/// Appends `name` after `sigil`, in quotes if it needs them.
pub fn push_name(text: &mut Vec<u8>, sigil: u8, name: &[u8]) {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let quoted = name.first().is_none_or(u8::is_ascii_digit) || !name.iter().all(is_plain);
    text.push(sigil);
    if quoted {
        push_quoted(text, name);
    } else {
        text.extend_from_slice(name);
    }
}

/// Appends `string` in quotes. Quotes, backslashes and bytes outside printable ASCII are escaped.
pub fn push_quoted(text: &mut Vec<u8>, string: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push(b'"');
    for &byte in string {
        match byte {
            b'\\' => text.extend_from_slice(b"\\\\"),
            b' '..=b'~' if byte != b'"' => text.push(byte),
            _ => {
                text.extend([b'\\', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
            }
        }
    }
    text.push(b'"');
}

/// Replaces the escape sequences in `text`.
pub fn unescape(text: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16).map(|digit| digit as u8);
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            plain.push(byte);
        } else if after.first() == Some(&b'\\') {
            plain.push(b'\\');
            rest = &after[1..];
        } else if let (Some(high), Some(low)) = (digit(after.first()), digit(after.get(1))) {
            plain.push(high << 4 | low);
            rest = &after[2..];
        } else {
            plain.push(byte);
        }
    }
    plain
}

/// The name without its quotes, with escape sequences replaced.
pub fn unquote(text: &[u8]) -> Vec<u8> {
    match text {
        [b'"', inner @ .., b'"'] => unescape(inner),
        _ => text.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &[u8]) -> String {
        let mut text = Vec::new();
        push_name(&mut text, b'%', name);
        String::from_utf8(text).expect("ASCII")
    }

    /// LangRef, "Identifiers": unquoted names match `[-a-zA-Z$._][-a-zA-Z$._0-9]*`; LLVM
    /// nevertheless quotes `$` when it prints names.
    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(named(b"x.addr"), "%x.addr");
        assert_eq!(named(b"12"), "%\"12\"");
        assert_eq!(named(b"a b"), "%\"a b\"");
        assert_eq!(named(b"\x01foo"), "%\"\\01foo\"");
        assert_eq!(named(b"say \"hi\"\\"), "%\"say \\22hi\\22\\\\\"");
        assert_eq!(named(b""), "%\"\"");
    }

    #[test]
    fn unquoting_undoes_quoting() {
        let every_byte: Vec<u8> = (0..=255).collect();
        let mut text = Vec::new();
        push_quoted(&mut text, &every_byte);
        assert_eq!(unquote(&text), every_byte);
        assert_eq!(unquote(b"plain"), b"plain");
    }
}
