//! Ids and their symbols.

use std::collections::HashSet;

use facts_schema::*;

use super::check_all;
use crate::index::Strict;
use crate::llvm::Sample;
use crate::render::Renderer;
use crate::rows::{Cell, Rows};

check_all! {
    ids_are_dense_and_have_symbols_of_their_own
    symbols_are_what_llvm_would_print
}

fn ids_are_dense_and_have_symbols_of_their_own(sample: &Sample, renderer: &Renderer) {
    for &entity in Entity::ALL {
        let rows = Rows::of(renderer.facts, RelationId::defining(entity)).rows;
        let count = rows.len() as u32;
        for (number, row) in (0..).zip(&rows) {
            assert_eq!(row[0], Cell::Id(entity, number), "{}", sample.name);
        }
        let symbols = renderer.facts.symbols.table(entity);
        assert_eq!(symbols.len(), count, "{}: {entity:?}", sample.name);
        let mut known = HashSet::new();
        for number in 0..count {
            let symbol = symbols.get(number);
            assert!(known.insert(symbol.clone()), "{}: {entity:?} {symbol}", sample.name);
        }
    }
}

fn symbols_are_what_llvm_would_print(sample: &Sample, renderer: &Renderer) {
    let facts = renderer.facts;
    let same = |symbol: String, expected: &str| {
        // Long symbols are abbreviated, and end with a number.
        let is_abbreviated = symbol.contains(" #") && expected.len() > 100;
        assert!(is_abbreviated || symbol == expected, "{}: {symbol}, {expected}", sample.name);
    };
    for row in &facts.r#type {
        let text = tidy(&renderer.type_text(row.r#type));
        same(facts.symbol(row.r#type), &text);
    }
    for row in &facts.attribute {
        same(facts.symbol(row.attribute), &renderer.attribute(row.attribute));
    }
    for row in &facts.function {
        let name = &renderer.globals[&row.value];
        assert_eq!(&facts.symbol(row.function), name);
        assert_eq!(&facts.symbol(row.value), name);
    }
    for row in &facts.block {
        let function = facts.symbol(row.function);
        let symbol = format!("{function}:{}", renderer.locals[&row.value]);
        assert_eq!(facts.symbol(row.block), symbol);
        assert_eq!(facts.symbol(row.value), symbol);
    }
    for row in &facts.instruction {
        let symbol = format!("{}:#{}", facts.symbol(row.function), row.position);
        assert_eq!(facts.symbol(row.instruction), symbol);
    }
    for row in &facts.value {
        if let Some(expected) = value_symbol(renderer, row) {
            same(facts.symbol(row.value), &expected);
        }
    }
}

/// LLVM prints nothing between the brackets of an empty structure.
pub fn tidy(text: &str) -> String {
    text.replace("{  }", "{}")
}

/// The symbol of a value that is not a block.
fn value_symbol(renderer: &Renderer, row: &Value) -> Option<String> {
    let facts = renderer.facts;
    let local = |function: FunctionId| {
        Some(format!("{}:{}", facts.symbol(function), renderer.locals[&row.value]))
    };
    match row.kind {
        ValueKind::Argument => local(renderer.index.argument.get(row.value).function),
        ValueKind::Instruction => {
            let results = &facts.instruction_result;
            let id = results.iter().find(|it| it.result == row.value)?.instruction;
            local(facts.instruction[id.index()].function)
        }
        ValueKind::Function | ValueKind::GlobalVariable | ValueKind::Alias | ValueKind::IFunc => {
            Some(renderer.globals[&row.value].clone())
        }
        // Metadata has the numbers of the facts, and the symbol of inline assembly has no type.
        ValueKind::Block | ValueKind::Metadata | ValueKind::InlineAsm => None,
        _ => Some(tidy(&renderer.typed(row.value))),
    }
}
