//! Lines of LLVM assembly as tokens. Spacing is not significant.

/// The tokens of a line.
pub type Tokens = Vec<String>;

/// Splits a line into words, strings and punctuation, without comments.
///
/// A sigil and the string after it are one token: `%"a b"`, `!"text"`, `c"bytes"`.
pub fn tokenize(line: &str) -> Tokens {
    let mut tokens = Tokens::new();
    let mut word = String::new();
    let mut characters = line.chars();
    let end_word = |word: &mut String, tokens: &mut Tokens| {
        if !word.is_empty() {
            tokens.push(std::mem::take(word));
        }
    };
    while let Some(character) = characters.next() {
        match character {
            ';' => break,
            '"' => {
                word.push('"');
                // Quotes inside of strings are escaped, so the next quote ends the string.
                for inner in characters.by_ref() {
                    word.push(inner);
                    if inner == '"' {
                        break;
                    }
                }
                end_word(&mut word, &mut tokens);
            }
            ',' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '=' | ':' => {
                end_word(&mut word, &mut tokens);
                tokens.push(character.to_string());
            }
            ' ' | '\t' => end_word(&mut word, &mut tokens),
            _ => word.push(character),
        }
    }
    end_word(&mut word, &mut tokens);
    tokens
}

/// The number of a reference to metadata, `!12`.
pub fn metadata_number(token: &str) -> Option<u64> {
    let digits = token.strip_prefix('!')?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The part of a list between `open` (at the start of `tokens`) and the closing bracket.
pub fn inside(tokens: &[String]) -> &[String] {
    &tokens[1..end_of_bracket(tokens)]
}

/// The position of the bracket that closes the one at the start of `tokens`.
pub fn end_of_bracket(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (position, token) in tokens.iter().enumerate() {
        depth += depth_change(token);
        if depth == 0 {
            return position;
        }
    }
    panic!("the bracket does not end: {tokens:?}")
}

/// The parts between commas outside of inner brackets.
pub fn split(tokens: &[String]) -> Vec<&[String]> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (position, token) in tokens.iter().enumerate() {
        depth += depth_change(token);
        if depth == 0 && token == "," {
            parts.push(&tokens[start..position]);
            start = position + 1;
        }
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}

fn depth_change(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" | "<" => 1,
        ")" | "]" | "}" | ">" => -1,
        _ => 0,
    }
}

#[test]
fn strings_are_one_token_and_comments_are_skipped() {
    let tokens = tokenize(r#"%"a; b" = call @"\22"(i32 7), !x !"s" ; preds = %x"#);
    let expected =
        ["%\"a; b\"", "=", "call", "@\"\\22\"", "(", "i32", "7", ")", ",", "!x", "!\"s\""];
    assert_eq!(tokens, expected);
}
