//! Parses the text that LLVM prints.

mod normalize;
mod tokens;

use std::collections::{BTreeMap, HashSet};

use normalize::{Groups, debug_record, node};

pub use tokens::{Tokens, metadata_number, tokenize};

/// A printed module, split into sections, without comments and empty lines, normalised.
#[derive(Default)]
pub struct PrintedModule {
    /// Source file, target and module-level assembly.
    pub header: Vec<Tokens>,
    pub types: Vec<Tokens>,
    pub comdats: Vec<Tokens>,
    /// Variables, aliases and ifuncs.
    pub variables: Vec<Tokens>,
    /// Each function with the lines of its body.
    pub functions: Vec<Vec<Tokens>>,
    pub named_metadata: Vec<Tokens>,
    /// Definitions of numbered metadata without the number.
    pub nodes: BTreeMap<u64, Tokens>,
    /// Numbers of metadata that is only mentioned where the facts contain no information.
    pub dropped: HashSet<u64>,
}

/// The number and the content of `!12 = …`.
fn definition(line: &str) -> Option<(u64, &str)> {
    let (number, content) = line.split_once(" = ")?;
    Some((metadata_number(number)?, content))
}

impl PrintedModule {
    pub fn new(text: &str) -> Self {
        let mut module = Self::default();
        let mut lines = Vec::new();
        for line in text.lines() {
            match definition(line) {
                Some((number, content)) => {
                    module.nodes.insert(number, node(content));
                }
                None => lines.push(tokenize(line)),
            }
        }
        lines.retain(|line| !line.is_empty());
        let groups = Groups::new(&lines);
        let mut lines = lines.into_iter();
        while let Some(line) = lines.next() {
            module.take(line, &mut lines, &groups);
        }
        module.drop_unused_comdats();
        module
    }

    fn take(&mut self, line: Tokens, rest: &mut impl Iterator<Item = Tokens>, groups: &Groups) {
        match line[0].as_str() {
            "source_filename" | "target" | "module" => self.header.push(line),
            "attributes" => {}
            "declare" => self.functions.push(vec![groups.signature(line)]),
            "define" => {
                let mut function = vec![groups.signature(line)];
                let is_end = |line: &Tokens| line.len() == 1 && line[0] == "}";
                for line in rest {
                    let end = is_end(&line);
                    function.push(self.body_line(line, groups));
                    if end {
                        break;
                    }
                }
                self.functions.push(function);
            }
            first if first.starts_with('%') => self.types.push(line),
            first if first.starts_with('$') => self.comdats.push(line),
            first if first.starts_with('@') => self.variables.push(groups.variable(line)),
            _ => self.named_metadata.push(line),
        }
    }

    fn body_line(&mut self, line: Tokens, groups: &Groups) -> Tokens {
        if line[0].starts_with("#dbg_") {
            debug_record(&line, &mut self.dropped)
        } else {
            groups.instruction(line)
        }
    }

    /// LLVM-C only exposes comdats that contain a global.
    fn drop_unused_comdats(&mut self) {
        let mut used = HashSet::new();
        let signatures = self.functions.iter().map(|function| &function[0]);
        for line in self.variables.iter().chain(signatures) {
            let Some(at) = line.iter().position(|token| token == "comdat") else { continue };
            used.insert(match line.get(at + 1).map(String::as_str) {
                Some("(") => line[at + 2].clone(),
                // A comdat reference without a name has the name of the global.
                _ => {
                    let own = line.iter().find(|token| token.starts_with('@'));
                    own.expect("a global has a name").replacen('@', "$", 1)
                }
            });
        }
        self.comdats.retain(|line| used.contains(&line[0]));
    }
}
