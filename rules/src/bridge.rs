//! The way from facts into the programs, and out of them.

/// Makes the input relation `$input` of a program from the columns of a row of the schema, or of a
/// row that another program derived, given by its path.
#[macro_export]
macro_rules! input_from {
    ($input:ident($($column:ident),* $(,)?) from $row:ident) => {
        $crate::input_from! { $input($($column),*) from facts_schema::$row }
    };
    ($input:ident($($column:ident),* $(,)?) from $row:path) => {
        impl From<&$row> for $input {
            fn from(row: &$row) -> Self {
                Self($(row.$column),*)
            }
        }
    };
}
pub use input_from;

/// The rows of a derived relation, in order.
pub fn sorted<R: Ord>(rows: impl Iterator<Item = R>) -> Vec<R> {
    let mut rows: Vec<R> = rows.collect();
    rows.sort_unstable();
    rows
}
