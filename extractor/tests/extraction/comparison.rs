//! Compares the text that LLVM prints with the text generated from the facts, token by token.
//!
//! Only the numbers of metadata may differ, and only by a renaming: each of LLVM's numbers
//! corresponds to one number of the facts everywhere, and different numbers to different ones.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::llvm::Sample;
use crate::render::Renderer;
use crate::text::{PrintedModule, Tokens, metadata_number, tokenize};

/// The maximum number of differences reported.
const LIMIT: usize = 12;

/// Fails with the differences between the facts of `sample` and LLVM's text, if there are any.
pub fn assert_same(sample: &Sample) {
    if let Err(differences) = compare(sample) {
        panic!("{}", differences.join("\n"));
    }
}

/// The differences between the facts of `sample` and LLVM's text.
pub fn compare(sample: &Sample) -> Result<(), Vec<String>> {
    let printed = PrintedModule::new(&sample.text);
    let renderer = Renderer::of_this_llvm(&sample.facts);
    let mut comparison = Comparison::default();
    comparison.module(&printed, &renderer);
    comparison.metadata(&printed, &renderer);
    if comparison.differences.is_empty() {
        return Ok(());
    }
    let count = comparison.differences.len();
    let mut messages = vec![format!("{}: {count} differences", sample.name)];
    messages.extend(comparison.differences.into_iter().take(LIMIT));
    Err(messages)
}

#[derive(Default)]
struct Comparison {
    differences: Vec<String>,
    /// Maps LLVM's metadata numbers to those of the facts.
    of_facts: HashMap<u64, u64>,
    of_llvm: HashMap<u64, u64>,
    /// Pairs whose definitions have not been compared yet.
    pending: Vec<(u64, u64)>,
}

impl Comparison {
    fn module(&mut self, printed: &PrintedModule, renderer: &Renderer) {
        self.lines("header", &printed.header, &all_tokens(renderer.header()));
        self.unordered("types", &printed.types, &all_tokens(renderer.type_definitions()));
        self.unordered("comdats", &printed.comdats, &all_tokens(renderer.comdats()));
        self.lines("variables", &printed.variables, &all_tokens(renderer.variables()));
        self.functions(&printed.functions, all_tokens(renderer.functions()));
        let named = all_tokens(renderer.named_metadata());
        self.lines("named metadata", &printed.named_metadata, &named);
        let flags = all_tokens(renderer.module_flags());
        self.lines("module flags", &module_flags(printed), &flags);
    }

    fn functions(&mut self, printed: &[Vec<Tokens>], lines: Vec<Tokens>) {
        let mut functions: Vec<Vec<Tokens>> = Vec::new();
        for line in lines {
            if matches!(line[0].as_str(), "define" | "declare") {
                functions.push(Vec::new());
            }
            functions.last_mut().expect("functions begin with a signature").push(line);
        }
        if printed.len() != functions.len() {
            let counts = format!("LLVM {}, facts {}", printed.len(), functions.len());
            self.differences.push(format!("number of functions: {counts}"));
        }
        for (printed, function) in printed.iter().zip(&functions) {
            self.lines("function", printed, function);
        }
    }

    /// Compares lines that are in the same order.
    fn lines(&mut self, what: &str, printed: &[Tokens], rendered: &[Tokens]) {
        let same = |(one, other): &(&Tokens, &Tokens)| self.same(one, other);
        let agreeing = printed.iter().zip(rendered).take_while(same).count();
        let (printed, rendered) = (&printed[agreeing..], &rendered[agreeing..]);
        // Continue after the first difference only if the lines stay aligned.
        let aligned = printed.len() == rendered.len();
        let count = if aligned { printed.len() } else { 1.min(printed.len() + rendered.len()) };
        for position in 0..count {
            match (printed.get(position), rendered.get(position)) {
                (Some(one), Some(other)) if self.same(one, other) => self.pair(one, other),
                (one, other) => self.differ(what, one, other),
            }
        }
    }

    /// Compares lines in any order, which do not refer to metadata.
    fn unordered(&mut self, what: &str, printed: &[Tokens], rendered: &[Tokens]) {
        let printed: BTreeSet<_> = printed.iter().collect();
        let known: BTreeSet<_> = rendered.iter().collect();
        if known.len() != rendered.len() {
            self.differences.push(format!("{what}: the facts repeat themselves"));
        }
        for line in printed.difference(&known) {
            self.differ(what, Some(line), None);
        }
        for line in known.difference(&printed) {
            self.differ(what, None, Some(line));
        }
    }

    fn differ(&mut self, what: &str, printed: Option<&Tokens>, rendered: Option<&Tokens>) {
        let show = |tokens: Option<&Tokens>| {
            tokens.map_or("(nothing)".to_owned(), |tokens| tokens.join(" "))
        };
        let (printed, rendered) = (show(printed), show(rendered));
        self.differences.push(format!("{what}\n    LLVM: {printed}\n   facts: {rendered}"));
    }

    /// Compares the definitions of all metadata mentioned so far, and transitively of the metadata
    /// that they mention.
    fn metadata(&mut self, printed: &PrintedModule, renderer: &Renderer) {
        let mut rendered: BTreeMap<u64, Tokens> = BTreeMap::new();
        for (metadata, text) in renderer.nodes() {
            let line = tokenize(&text);
            rendered.insert(u64::from(metadata.0), line);
        }
        while let Some((of_llvm, of_facts)) = self.pending.pop() {
            let (one, other) = (printed.nodes.get(&of_llvm), rendered.get(&of_facts));
            match (one, other) {
                (Some(one), Some(other)) if self.same(one, other) => self.pair(one, other),
                _ => self.differ(&format!("metadata !{of_llvm} = !{of_facts}"), one, other),
            }
        }
        let dropped = closure(printed);
        for (number, line) in &printed.nodes {
            if !self.of_facts.contains_key(number) && !dropped.contains(number) {
                self.differ("metadata that LLVM has alone", Some(line), None);
            }
        }
        for (number, line) in &rendered {
            if !self.of_llvm.contains_key(number) && !self.is_dropped(line, printed, &dropped) {
                self.differ("metadata that the facts have alone", None, Some(line));
            }
        }
    }

    /// Whether this is metadata that the facts contain, although the mention by LLVM is not in the
    /// facts.
    fn is_dropped(&self, line: &Tokens, printed: &PrintedModule, dropped: &BTreeSet<u64>) -> bool {
        let shape = |line: &Tokens| -> Vec<String> {
            let is_number = |token: &String| metadata_number(token).is_some();
            line.iter().map(|it| if is_number(it) { "!".to_owned() } else { it.clone() }).collect()
        };
        dropped.iter().any(|number| {
            !self.of_facts.contains_key(number) && shape(&printed.nodes[number]) == shape(line)
        })
    }

    /// Whether two lines are equal up to a renaming of metadata, which is recorded in this case.
    fn same(&mut self, printed: &Tokens, rendered: &Tokens) -> bool {
        let same = printed.len() == rendered.len()
            && printed.iter().zip(rendered).all(|(one, other)| self.same_token(one, other));
        if same {
            self.pair(printed, rendered);
        }
        same
    }

    fn same_token(&self, printed: &str, rendered: &str) -> bool {
        match (metadata_number(printed), metadata_number(rendered)) {
            (Some(one), Some(other)) => {
                let known = (self.of_facts.get(&one), self.of_llvm.get(&other));
                known == (None, None) || known == (Some(&other), Some(&one))
            }
            _ => printed == rendered,
        }
    }

    fn pair(&mut self, printed: &Tokens, rendered: &Tokens) {
        for (one, other) in printed.iter().zip(rendered) {
            let numbers = (metadata_number(one), metadata_number(other));
            let (Some(one), Some(other)) = numbers else { continue };
            if self.of_facts.insert(one, other).is_none() {
                self.pending.push((one, other));
            }
            self.of_llvm.insert(other, one);
        }
    }
}

fn all_tokens(lines: Vec<String>) -> Vec<Tokens> {
    lines.iter().map(|line| tokenize(line)).collect()
}

/// All metadata that is reachable from the parts that normalisation removed.
fn closure(printed: &PrintedModule) -> BTreeSet<u64> {
    let mut reached = BTreeSet::new();
    let mut pending: Vec<u64> = printed.dropped.iter().copied().collect();
    while let Some(number) = pending.pop() {
        if reached.insert(number) {
            let line = printed.nodes.get(&number).into_iter().flatten();
            pending.extend(line.filter_map(|token| metadata_number(token)));
        }
    }
    reached
}

/// The entries of `!llvm.module.flags` that have the form required by LangRef: an integer from 1 to
/// 8, a name, and a value.
fn module_flags(printed: &PrintedModule) -> Vec<Tokens> {
    const BEHAVIORS: [&str; 8] =
        ["error", "warning", "require", "override", "append", "appendunique", "max", "min"];
    let named = printed.named_metadata.iter().find(|line| line[0] == "!llvm.module.flags");
    let numbers = named.into_iter().flatten().filter_map(|token| metadata_number(token));
    let flag = |(position, number): (usize, u64)| {
        let line = &printed.nodes[&number];
        let start = line.iter().position(|token| token == "{")?;
        let [r#type, behavior, comma, name, second_comma, value @ .., end] = &line[start + 1..]
        else {
            return None;
        };
        let is_flag = r#type.starts_with('i')
            && comma == ","
            && name.starts_with("!\"")
            && second_comma == ","
            && end == "}"
            && !value.contains(&",".to_owned())
            && value != ["null"];
        let behavior = BEHAVIORS.get(behavior.parse::<usize>().ok()?.checked_sub(1)?)?;
        let name = name.trim_start_matches('!').to_owned();
        let flag = vec![position.to_string(), (*behavior).to_owned(), name];
        is_flag.then(|| [flag, value.to_vec()].concat())
    };
    numbers.enumerate().filter_map(flag).collect()
}
