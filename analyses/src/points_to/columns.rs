//! Columns of text: the targets of pointers, and lines with aligned columns.

use facts_schema::{ObjectKind, Word};
use points_to::{Location, Origin};

use super::names::{self, Names};

/// Name, kind and id of the target of a pointer.
pub fn target_columns(names: &Names, target: Location) -> [String; 3] {
    let kind = match names.kind(target.instance.object) {
        ObjectKind::External => "any external or escaped object".to_owned(),
        ObjectKind::Stack => match names.origin(target.instance.object) {
            Origin::Stack(alloca) => match names.function_of(alloca) {
                Some(function) => format!("stack of {}", names.function(function)),
                None => "stack".to_owned(),
            },
            _ => "stack".to_owned(),
        },
        kind => kind.as_str().replace('_', " "),
    };
    let name = names.location(target);
    let id = names.object_id(target.instance);
    let offsets = names::offset(target.offsets);
    let id =
        if name == format!("{id}{offsets}") { String::new() } else { format!("{id}{offsets}") };
    [name, kind, id]
}

/// Lines with aligned columns: each column is as wide as its widest cell.
pub fn aligned<const N: usize>(rows: impl Iterator<Item = [String; N]>) -> String {
    /// The maximum width of a column. Wider cells do not affect other lines.
    const WIDEST: usize = 60;
    let rows: Vec<_> = rows.collect();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.filter(|width| *width <= WIDEST).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<_> = cells.map(|(cell, width)| format!("{cell:width$}")).collect();
        text += &format!("  {}\n", line.join("  ").trim_end());
    }
    text
}
