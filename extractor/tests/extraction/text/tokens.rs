//! Lines of LLVM assembly as tokens. How they are spaced does not matter.

/// The tokens of a line.
pub type Tokens = Vec<String>;

/// Takes a line apart into words, strings and punctuation, without comments.
///
/// A sigil and a string behind it are one token: `%"a b"`, `!"text"`, `c"bytes"`.
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
                // What is inside of strings is escaped: the next quote ends it.
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

/// The part of a list between `open` (at the start of `tokens`) and its end.
pub fn inside(tokens: &[String]) -> &[String] {
    &tokens[1..end_of_bracket(tokens)]
}

/// Where the bracket ends that `tokens` begins with.
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

/// Parts between commas that are in no inner bracket.
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
fn strings_are_one_token_and_comments_none() {
    let tokens = tokenize(r#"%"a; b" = call @"\22"(i32 7), !x !"s" ; preds = %x"#);
    let expected =
        ["%\"a; b\"", "=", "call", "@\"\\22\"", "(", "i32", "7", ")", ",", "!x", "!\"s\""];
    assert_eq!(tokens, expected);
}
