//! The other tests fail if any row is missing, duplicated, or changed in any of its columns.
//! Otherwise they would not test the relation of that row.

use std::cell::Cell as Flag;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use facts_schema::*;

use crate::comparison::assert_same;
use crate::llvm::Sample;
use crate::render::Renderer;
use crate::rows::{Cell, Rows};
use crate::{checks, fixtures};

macro_rules! define_clear {
    ($(
        @$role:ident $group:literal $title:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident($($column:ident: $column_type:ty),* $(,)?)
        )*
    )*) => {
        /// Removes all rows.
        pub fn clear(facts: &mut Facts, relation: RelationId) {
            match relation {
                $($(RelationId::$row => facts.$relation.clear(),)*)*
            }
        }
    };
}

for_each_relation!(define_clear);

/// Relations that other tests cover.
const ELSEWHERE: &[&str] = &[
    // `layout.rs` contains the expected rows for some types.
    "type_layout",
    "struct_field_offset",
    // Only bitcode has a producer, see `bitcode.rs`.
    "bitcode_producer",
];

/// Replacement rows for a relation.
type Changed = (String, Vec<Vec<Cell>>);

#[test]
fn a_missing_row_is_noticed() {
    assert_noticed(|_, _, rows, position| {
        let mut changed = rows.to_vec();
        changed.remove(position);
        vec![("row".to_owned(), changed)]
    });
}

#[test]
fn a_repeated_row_is_noticed() {
    assert_noticed(|_, _, rows, position| {
        let mut changed = rows.to_vec();
        changed.push(rows[position].clone());
        vec![("row".to_owned(), changed)]
    });
}

#[test]
fn a_changed_column_is_noticed() {
    assert_noticed(|facts, relation, rows, position| {
        let columns = relation.schema().columns.iter().enumerate();
        let change = |(at, column): (usize, &ColumnSchema)| {
            let mut changed = rows.to_vec();
            changed[position][at] = other(facts, column, rows[position][at])?;
            Some((column.name.to_owned(), changed))
        };
        columns.filter_map(change).collect()
    });
}

/// A different cell that is valid in the column, if there is one.
fn other(facts: &Facts, column: &ColumnSchema, cell: Cell) -> Option<Cell> {
    let other = match cell {
        Cell::Id(entity, number) => {
            let count = facts.symbols.table(entity).len();
            Cell::Id(entity, (number + 1) % count)
        }
        Cell::Word(word) => {
            let ColumnKind::Word { words, .. } = column.kind else { panic!("a column of words") };
            let position = words.iter().position(|it| *it == word)?;
            Cell::Word(words[(position + 1) % words.len()])
        }
        Cell::Text(text) => Cell::Text(Text((text.0 + 1) % facts.texts.len() as u32)),
        Cell::Number(number) => Cell::Number(number.wrapping_add(1) & u64::from(u32::MAX)),
    };
    (other != cell).then_some(other)
}

/// Changes each relation of each fixture at its first row, and at its last.
fn assert_noticed(changes: impl Fn(&Facts, RelationId, &[Vec<Cell>], usize) -> Vec<Changed>) {
    let mut unnoticed = Vec::new();
    for &relation in RelationId::ALL {
        let name = relation.schema().name;
        for sample in fixtures::all() {
            let count = sample.facts.row_count(relation);
            if count == 0 || ELSEWHERE.contains(&name) {
                continue;
            }
            let rows = Rows::of(&sample.facts, relation).rows;
            for position in [0, count - 1] {
                for (what, rows) in changes(&sample.facts, relation, &rows, position) {
                    let mut facts = sample.facts.clone();
                    clear(&mut facts, relation);
                    Rows::new(rows).put(&mut facts, relation);
                    let (file, text) = (sample.name.clone(), sample.text.clone());
                    if is_fine(&Sample { name: file, text, facts }) {
                        unnoticed.push(format!("{name}.{what}: row {position} of {}", sample.name));
                    }
                }
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

/// Whether no test reports an error in the facts.
fn is_fine(sample: &Sample) -> bool {
    quietly(|| {
        // The slowest test is last.
        let renderer = Renderer::new(&sample.facts);
        for check in checks::all() {
            check(sample, &renderer);
        }
        assert_same(sample);
    })
}

/// Whether `checks` pass, without printing the messages of thousands of failures.
fn quietly(checks: impl FnOnce()) -> bool {
    thread_local!(static IS_QUIET: Flag<bool> = const { Flag::new(false) });
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                hook(info);
            }
        }));
    });
    IS_QUIET.set(true);
    let passed = catch_unwind(AssertUnwindSafe(checks)).is_ok();
    IS_QUIET.set(false);
    passed
}
