//! Removes numbering and layout from LLVM's text, and information that LLVM-C does not expose.
//!
//! - The attributes of a group `#0` replace references to the group.
//! - The attributes of global variables, `dso_local`, partitions, code models and sanitizer flags
//!   of globals are removed, because LLVM-C has no getters for them.
//! - The id and the address of a debug record for an assignment, and the label of a record for a
//!   label, are removed for the same reason. A record without values has a tuple as its location;
//!   LLVM-C also does not distinguish a list with one value from the value itself. The length of a
//!   list of values can only be guessed from the expression, so a list keeps as many values as the
//!   expression mentions.
//! - The list in a `metadata !DIArgList(…)` outside of a debug record cannot be queried.
//! - LLVM-C of LLVM 19 only exposes whether a synchronisation scope is `singlethread`; other names
//!   are removed with LLVM 19.
//! - The facts of a debug location contain line, column, scope and the call at which it was
//!   inlined, but not whether it is distinct, nor the flags and groups that `is_left_out` names.
//! - The fields of metadata nodes are sorted by name. Fields that are `null` are removed, because
//!   the facts have no row for absent fields. All fields except references and constants are
//!   strings.

use std::collections::{HashMap, HashSet};

use super::tokens::{Tokens, end_of_bracket, inside, metadata_number, split, tokenize};
use crate::newer;
use facts_schema::assembly::quoted;

/// The attribute groups of a module.
pub struct Groups(HashMap<String, Tokens>);

impl Groups {
    /// Collects lines of the form `attributes #0 = { … }`.
    pub fn new(lines: &[Tokens]) -> Self {
        let groups = lines.iter().filter(|line| line[0] == "attributes");
        Self(groups.map(|line| (line[1].clone(), group(inside(&line[3..])))).collect())
    }

    /// The first line of a function.
    pub fn signature(&self, line: Tokens) -> Tokens {
        self.instruction(without_properties(line))
    }

    /// A global variable, alias or ifunc.
    pub fn variable(&self, line: Tokens) -> Tokens {
        let line = without_properties(line);
        line.into_iter().filter(|token| !self.0.contains_key(token)).collect()
    }

    /// A line that may refer to groups.
    pub fn instruction(&self, line: Tokens) -> Tokens {
        let mut tokens = Tokens::new();
        for token in line {
            match self.0.get(&token) {
                Some(group) => tokens.extend(group.iter().cloned()),
                None => tokens.push(token),
            }
        }
        if !newer::tells_scopes() {
            drop_scopes(&mut tokens);
        }
        without_lists(tokens)
    }
}

/// Removes `syncscope("…")`, except for single threads.
fn drop_scopes(tokens: &mut Tokens) {
    let scope = tokens.windows(4).position(|part| part[0] == "syncscope" && part[1] == "(");
    if let Some(start) = scope
        && tokens[start + 2] != "\"singlethread\""
    {
        tokens.drain(start..start + 4);
    }
}

/// Empties each `!DIArgList(…)`.
fn without_lists(mut tokens: Tokens) -> Tokens {
    let mut start = 0;
    while let Some(found) = tokens[start..].iter().position(|token| token == "!DIArgList") {
        let open = start + found + 1;
        let close = open + end_of_bracket(&tokens[open..]);
        tokens.drain(open + 1..close);
        start = open;
    }
    tokens
}

/// In groups, LLVM prints `align=8` and `alignstack=8` instead of `align 8` and `alignstack(8)`.
fn group(tokens: &[String]) -> Tokens {
    let mut group = Tokens::new();
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let next = rest.clone().next();
        match (token.as_str(), next.map(String::as_str)) {
            ("align", Some("=")) => {
                let number = rest.nth(1).expect("a number");
                group.extend([token.clone(), number.clone()]);
            }
            ("alignstack", Some("=")) => {
                let number = rest.nth(1).expect("a number");
                group.extend([token.clone(), "(".into(), number.clone(), ")".into()]);
            }
            _ => group.push(token.clone()),
        }
    }
    group
}

/// A global without the properties that LLVM-C does not expose.
fn without_properties(line: Tokens) -> Tokens {
    const ALONE: [&str; 5] = [
        "dso_local",
        "no_sanitize_address",
        "no_sanitize_hwaddress",
        "sanitize_memtag",
        "sanitize_address_dyninit",
    ];
    const WITH_STRING: [&str; 2] = ["partition", "code_model"];
    let mut tokens = Tokens::new();
    let mut rest = line.into_iter();
    while let Some(token) = rest.next() {
        let alone = ALONE.contains(&token.as_str());
        let with_string = WITH_STRING.contains(&token.as_str());
        if alone || with_string {
            tokens.pop_if(|last| last == ",");
            if with_string {
                rest.next();
            }
        } else {
            tokens.push(token);
        }
    }
    tokens
}

/// A debug record, limited to the facts. Metadata in removed parts is added to `dropped`.
pub fn debug_record(line: &[String], dropped: &mut HashSet<u64>) -> Tokens {
    let mut arguments = split(inside(&line[1..])).into_iter().map(<[String]>::to_vec);
    let mut parts: Vec<Tokens> = Vec::new();
    let mut drop = |tokens: &Tokens| {
        dropped.extend(tokens.iter().filter_map(|token| metadata_number(token)));
    };
    if line[0] == "#dbg_label" {
        drop(&arguments.next().expect("a label"));
    } else {
        let values = arguments.next().expect("a location");
        let inner = match values[0].as_str() {
            "!DIArgList" => named_values(inside(&values[1..]), line),
            first if metadata_number(first).is_some() => {
                drop(&values);
                Tokens::new()
            }
            _ => values,
        };
        let mut tokens = vec!["values".to_owned(), "(".to_owned()];
        tokens.extend(inner);
        tokens.push(")".to_owned());
        parts.push(tokens);
    }
    let mut rest: Vec<Tokens> = arguments.collect();
    if line[0] == "#dbg_assign" {
        rest.drain(2..5).for_each(|tokens| drop(&tokens));
    }
    parts.extend(rest);
    let mut tokens = vec![line[0].clone(), "(".to_owned()];
    tokens.extend(parts.join(&",".to_owned()));
    tokens.push(")".to_owned());
    tokens
}

/// The first values, up to the number of distinct arguments that the expression of their record
/// mentions.
fn named_values(values: &[String], record: &[String]) -> Tokens {
    let names = record.iter().enumerate().filter(|(_, token)| *token == "DW_OP_LLVM_arg");
    let names: HashSet<_> = names.map(|(position, _)| &record[position + 2]).collect();
    let values = split(values).into_iter().take(names.len().max(1)).map(<[String]>::to_vec);
    values.collect::<Vec<_>>().join(&",".to_owned())
}

/// The definition of a metadata node.
pub fn node(definition: &str) -> Tokens {
    let (distinct, node) = match definition.strip_prefix("distinct ") {
        Some(node) => ("distinct ", node),
        None => ("", definition),
    };
    // A tuple is `!{…}`.
    if node.starts_with("!{") {
        return tokenize(definition);
    }
    let (kind, fields) = node.split_once('(').expect("a node has fields");
    let fields = fields.strip_suffix(')').expect("fields are in parentheses");
    let is_location = kind == "!DILocation";
    let distinct = if is_location { "" } else { distinct };
    let mut fields = split_text(fields);
    fields.retain(|field| !(is_location && is_left_out(field)));
    let mut fields: Vec<String> = fields.into_iter().filter_map(self::field).collect();
    fields.sort();
    tokenize(&format!("{distinct}{kind}({})", fields.join(", ")))
}

/// Whether the facts do not contain this field of a debug location.
fn is_left_out(field: &str) -> bool {
    ["isImplicitCode:", "atomGroup:", "atomRank:"].iter().any(|name| field.starts_with(name))
}

/// A field whose content is a string or a reference to another node. Other contents become strings:
/// numbers, flags and names, as well as constants, expressions and metadata strings.
fn field(field: &str) -> Option<String> {
    let (name, content) = field.split_once(": ").expect("fields have names");
    // `{` starts the operands of a generic node.
    let is_plain = content.starts_with(['"', '{']);
    match content {
        "null" => None,
        _ if is_plain || metadata_number(content).is_some() => Some(field.to_owned()),
        _ => Some(format!("{name}: {}", quoted(content.as_bytes()))),
    }
}

/// Splits a list at the commas outside of strings and brackets.
fn split_text(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut in_string) = (Vec::new(), 0, 0, false);
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(text[start..position].trim());
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}
