//! The relations to which programs can refer, from their lists in `facts-schema`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A relation of the schema or of the view.
pub struct Relation {
    /// The columns, in order, with their types.
    pub columns: Vec<(String, String)>,
    /// Whether it belongs to the schema; otherwise the view computes it.
    pub is_fact: bool,
    /// Whether its rows differ between instructions of the same shape.
    pub is_of_occurrence: bool,
}

impl Relation {
    /// The name and the type of the first column, by which rows are looked up.
    pub fn key(&self) -> &(String, String) {
        &self.columns[0]
    }

    /// The type of a column.
    pub fn type_of(&self, column: &str) -> Option<&str> {
        self.columns.iter().find(|(name, _)| name == column).map(|(_, it)| it.as_str())
    }
}

/// The relation with this name.
pub fn relation(name: &str) -> Option<&'static Relation> {
    RELATIONS.get(name)
}

/// The name of the relation that is most similar to `name`.
pub fn nearest(name: &str) -> &'static str {
    let names = RELATIONS.keys().map(String::as_str);
    names.min_by_key(|known| (distance(name, known), *known)).unwrap_or_default()
}

static RELATIONS: LazyLock<HashMap<String, Relation>> = LazyLock::new(|| {
    let mut relations = HashMap::new();
    read(include_str!("../../../facts-schema/src/relations.rs"), true, &mut relations);
    read(include_str!("../../../facts-schema/src/view/concepts.rs"), false, &mut relations);
    relations
});

/// Parses a list: lines `Row relation(column: Type, …)` in groups `@group "name" "title"`.
fn read(list: &str, is_fact: bool, relations: &mut HashMap<String, Relation>) {
    let list = list.split_once("$callback! {").map_or("", |(_, list)| list);
    let mut group = "";
    for line in list.lines().take_while(|line| line.trim() != "}") {
        let marks = ["@group ", "@derived ", "@answer "];
        if let Some(name) = marks.iter().find_map(|mark| line.strip_prefix(mark)) {
            group = name.split(' ').next().unwrap_or_default().trim_matches('"');
            continue;
        }
        let Some((name, columns)) = declaration(line) else { continue };
        let is_of_occurrence = matches!(group, "metadata" | "debug");
        relations.insert(name, Relation { columns, is_fact, is_of_occurrence });
    }
}

fn declaration(line: &str) -> Option<(String, Vec<(String, String)>)> {
    let (head, columns) = line.strip_suffix(')')?.split_once('(')?;
    let (row, name) = head.split_once(' ')?;
    if !row.chars().all(char::is_alphanumeric) {
        return None;
    }
    let column = |text: &str| {
        let (name, r#type) = text.split_once(": ")?;
        Some((plain(name.trim()), r#type.trim().to_owned()))
    };
    Some((plain(name), columns.split(',').map(column).collect::<Option<_>>()?))
}

/// A name without the `r#` of a raw identifier.
fn plain(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}

/// The edit distance between two words: the number of characters to change, add or remove.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], line + 1);
        for (column, other) in other.chars().enumerate() {
            let change = before + usize::from(letter != other);
            before = row[column + 1];
            row[column + 1] = change.min(before + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}
