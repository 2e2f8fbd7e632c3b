//! Escapes that represent arbitrary bytes in a cell as one line of valid UTF-8, equal in all
//! formats.
//!
//! **Texts**: a backslash is written `\\`, a tab `\t`, a line feed `\n`, a carriage return `\r`.
//! NUL and each byte that is not part of valid UTF-8 are written `\xHH` with two upper-case
//! hexadecimal digits. All other characters are written unchanged.
//!
//! **Symbols** use LLVM's spelling, which already has escapes (`@"a\22b"`), so most symbols are
//! written unchanged. A symbol that contains a tab, a line feed, a carriage return, NUL or invalid
//! UTF-8, or that starts with a backslash, is written as a backslash followed by the symbol escaped
//! like a text. Symbols of LLVM never start with a backslash, so the two cases are unambiguous.

use std::borrow::Cow;

/// A backslash that does not start a known escape, with the characters that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadEscape(pub String);

/// Appends `text`, escaped, to `cell`.
pub fn escape_text(text: &[u8], cell: &mut Vec<u8>) {
    if text.iter().all(|byte| matches!(byte, b' '..=b'[' | b']'..=b'~')) {
        return cell.extend_from_slice(text);
    }
    for chunk in text.utf8_chunks() {
        for &byte in chunk.valid().as_bytes() {
            match byte {
                b'\\' => cell.extend_from_slice(br"\\"),
                b'\t' => cell.extend_from_slice(br"\t"),
                b'\n' => cell.extend_from_slice(br"\n"),
                b'\r' => cell.extend_from_slice(br"\r"),
                0 => push_hexadecimal(0, cell),
                _ => cell.push(byte),
            }
        }
        for &byte in chunk.invalid() {
            push_hexadecimal(byte, cell);
        }
    }
}

/// Decodes the text in `cell`.
pub(crate) fn unescape_text(cell: &[u8]) -> Result<Cow<'_, [u8]>, BadEscape> {
    let Some(first) = cell.iter().position(|&byte| byte == b'\\') else {
        return Ok(Cow::Borrowed(cell));
    };
    let mut text = cell[..first].to_vec();
    let mut rest = &cell[first..];
    while let [byte, after @ ..] = rest {
        let (decoded, after) = match (byte, after) {
            (b'\\', [b'\\', after @ ..]) => (b'\\', after),
            (b'\\', [b't', after @ ..]) => (b'\t', after),
            (b'\\', [b'n', after @ ..]) => (b'\n', after),
            (b'\\', [b'r', after @ ..]) => (b'\r', after),
            (b'\\', [b'x', high, low, after @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => (high * 16 + low, after),
                _ => return Err(bad_escape(rest)),
            },
            (b'\\', _) => return Err(bad_escape(rest)),
            (&plain, after) => (plain, after),
        };
        text.push(decoded);
        rest = after;
    }
    Ok(Cow::Owned(text))
}

/// Appends `symbol` to `cell`, escaped if necessary.
pub fn escape_symbol(symbol: &[u8], cell: &mut Vec<u8>) {
    let harmful = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0);
    let escaped = symbol.starts_with(b"\\")
        || symbol.iter().any(harmful)
        || std::str::from_utf8(symbol).is_err();
    if escaped {
        cell.push(b'\\');
        escape_text(symbol, cell);
    } else {
        cell.extend_from_slice(symbol);
    }
}

/// Appends the symbol with these two parts to `cell`, escaped if necessary.
pub fn escape_symbol_parts((prefix, suffix): (&[u8], &[u8]), cell: &mut Vec<u8>) {
    let start = cell.len();
    cell.extend_from_slice(prefix);
    cell.extend_from_slice(suffix);
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
    let symbol = &cell[start..];
    if !symbol.iter().all(is_plain) || symbol.starts_with(b"\\") {
        let symbol = cell.split_off(start);
        escape_symbol(&symbol, cell);
    }
}

/// Decodes the symbol in `cell`.
pub(crate) fn unescape_symbol(cell: &[u8]) -> Result<Cow<'_, [u8]>, BadEscape> {
    match cell.strip_prefix(b"\\") {
        Some(escaped) => unescape_text(escaped),
        None => Ok(Cow::Borrowed(cell)),
    }
}

fn push_hexadecimal(byte: u8, cell: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digits = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    cell.extend_from_slice(br"\x");
    cell.extend_from_slice(&digits);
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

fn bad_escape(at: &[u8]) -> BadEscape {
    let length = if at.starts_with(br"\x") { 4 } else { 2 };
    BadEscape(String::from_utf8_lossy(&at[..at.len().min(length)]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn escaped(text: &[u8]) -> String {
        let mut cell = Vec::new();
        escape_text(text, &mut cell);
        String::from_utf8(cell).expect("a cell is UTF-8")
    }

    fn escaped_symbol(symbol: &[u8]) -> String {
        let mut cell = Vec::new();
        escape_symbol(symbol, &mut cell);
        String::from_utf8(cell).expect("a cell is UTF-8")
    }

    #[test]
    fn texts_escape_what_would_break_a_line() {
        assert_eq!(escaped(b"C:\\dir\tand\r\n"), r"C:\\dir\tand\r\n");
        assert_eq!(escaped(b"\0\xff\xe2\x82"), r"\x00\xFF\xE2\x82");
        assert_eq!(escaped("é \u{1} \"a\", b ".as_bytes()), "é \u{1} \"a\", b ");
    }

    #[test]
    fn symbols_stay_as_llvm_writes_them() {
        for plain in [r#"@"a\22b""#, r#"@"\09":%x"#, "{ i32, ptr }", "", "é"] {
            assert_eq!(escaped_symbol(plain.as_bytes()), plain);
        }
        assert_eq!(escaped_symbol(b"\"a\tb\\\""), r#"\"a\tb\\""#);
        assert_eq!(escaped_symbol(b"\\"), r"\\\");
    }

    #[test]
    fn only_the_documented_escapes_are_read() {
        for bad in [r"\", r"a\q", r"\x", r"\x4", r"\xg0", r"\x+1"] {
            assert!(unescape_text(bad.as_bytes()).is_err(), "{bad}");
        }
        assert_eq!(unescape_text(br"\\x41\x41").as_deref(), Ok(&br"\x41A"[..]));
    }

    /// Generates bytes that often exercise every case of both escapes.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let byte = prop_oneof![
            proptest::sample::select(&b"\\\\tnrx0\t\n\r\0\xc3\xa9\xff"[..]),
            any::<u8>()
        ];
        proptest::collection::vec(byte, 0..12)
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in bytes()) {
            let cell = escaped(&text);
            prop_assert!(!cell.contains(['\t', '\n', '\r', '\0']));
            prop_assert_eq!(unescape_text(cell.as_bytes()), Ok(text.into()));
        }

        #[test]
        fn every_symbol_comes_back(symbol in bytes()) {
            let cell = escaped_symbol(&symbol);
            prop_assert!(!cell.contains(['\t', '\n', '\r', '\0']));
            prop_assert_eq!(unescape_symbol(cell.as_bytes()), Ok(symbol.into()));
        }
    }
}
