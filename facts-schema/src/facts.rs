//! Row types, their schema, and the store of rows, all generated from the list of relations.

use crate::ids::*;
use crate::symbols::{Symbols, Texts};
use crate::vocabulary::*;

/// One relation of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelationSchema {
    /// The relation's name, which is also the name of its file.
    pub name: &'static str,
    /// The group that it belongs to.
    pub group: &'static str,
    /// The meaning of a row: a sentence over the names of the columns, in Markdown.
    pub doc: &'static str,
    /// The columns, in order.
    pub columns: &'static [ColumnSchema],
}

/// One column of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSchema {
    /// The column's name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: ColumnKind,
}

/// The kind of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Ids of this entity.
    Id(Entity),
    /// One of these words.
    Word {
        /// The name of the set of words.
        name: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// Any text.
    Text,
    /// Non-negative integers that fit into this number of bits, 32 or 64.
    Number(u32),
}

/// A group of relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name that `--only` takes, or `--with` if the group is derived.
    pub name: &'static str,
    /// The topic of the group.
    pub title: &'static str,
}

/// Receives the columns of rows one after the other.
pub trait RowSink {
    /// The error of the sink.
    type Error;

    /// The next column is this id.
    fn id(&mut self, entity: Entity, number: u32) -> Result<(), Self::Error>;
    /// The next column is this word.
    fn word(&mut self, word: &'static str) -> Result<(), Self::Error>;
    /// The next column is this text.
    fn text(&mut self, text: Text) -> Result<(), Self::Error>;
    /// The next column is this number.
    fn number(&mut self, number: u64) -> Result<(), Self::Error>;
    /// The row is complete.
    fn end_row(&mut self) -> Result<(), Self::Error>;
}

/// Yields the columns of rows one after the other.
pub trait RowSource {
    /// The error of the source.
    type Error;

    /// Advances to the next row; returns false after the last one.
    fn next_row(&mut self) -> Result<bool, Self::Error>;
    /// The next column, an id of `entity`.
    fn id(&mut self, entity: Entity) -> Result<u32, Self::Error>;
    /// The next column, one of the words of `W`.
    fn word<W: Word>(&mut self) -> Result<W, Self::Error>;
    /// The next column, a text.
    fn text(&mut self) -> Result<Text, Self::Error>;
    /// The next column, a number that is at most `limit`.
    fn number(&mut self, limit: u64) -> Result<u64, Self::Error>;
}

/// A type that columns can have.
pub trait Column: Copy {
    /// The kind of its values.
    const KIND: ColumnKind;

    /// Passes the value to `sink`.
    fn write<S: RowSink>(self, sink: &mut S) -> Result<(), S::Error>;

    /// Takes a value from `source`.
    fn read<S: RowSource>(source: &mut S) -> Result<Self, S::Error>;
}

impl<I: EntityId> Column for I {
    const KIND: ColumnKind = ColumnKind::Id(I::ENTITY);

    fn write<S: RowSink>(self, sink: &mut S) -> Result<(), S::Error> {
        sink.id(I::ENTITY, self.number())
    }

    fn read<S: RowSource>(source: &mut S) -> Result<Self, S::Error> {
        source.id(I::ENTITY).map(I::new)
    }
}

impl Column for Text {
    const KIND: ColumnKind = ColumnKind::Text;

    fn write<S: RowSink>(self, sink: &mut S) -> Result<(), S::Error> {
        sink.text(self)
    }

    fn read<S: RowSource>(source: &mut S) -> Result<Self, S::Error> {
        source.text()
    }
}

impl Column for u32 {
    const KIND: ColumnKind = ColumnKind::Number(32);

    fn write<S: RowSink>(self, sink: &mut S) -> Result<(), S::Error> {
        sink.number(self.into())
    }

    fn read<S: RowSource>(source: &mut S) -> Result<Self, S::Error> {
        source.number(u32::MAX.into()).map(|number| number as u32)
    }
}

impl Column for u64 {
    const KIND: ColumnKind = ColumnKind::Number(64);

    fn write<S: RowSink>(self, sink: &mut S) -> Result<(), S::Error> {
        sink.number(self)
    }

    fn read<S: RowSource>(source: &mut S) -> Result<Self, S::Error> {
        source.number(u64::MAX)
    }
}

macro_rules! word_columns {
    ($($word:ident)*) => {
        $(
            impl Column for $word {
                const KIND: ColumnKind = ColumnKind::Word {
                    name: <$word as Word>::NAME,
                    words: <$word as Word>::SPELLINGS,
                };

                fn write<S: RowSink>(self, sink: &mut S) -> Result<(), S::Error> {
                    sink.word(self.as_str())
                }

                fn read<S: RowSource>(source: &mut S) -> Result<Self, S::Error> {
                    source.word()
                }
            }
        )*
    };
}

word_columns! {
    Opcode TypeKind TypeFlag ValueKind Linkage Visibility DllStorage UnnamedAddress ThreadLocalMode
    GlobalFlag ComdatSelection ModuleFlagBehavior InstructionFlag InlineAsmFlag AsmDialect Predicate
    Ordering AtomicOperation TailCallKind ClauseKind MetadataKind DebugRecordKind ObjectKind CallKind
    UnresolvedReason AliasKind Signedness LeakReason DeferredReason Certainty UbCause
    RuleLevel
}

/// A row of a relation.
pub trait Row: Copy {
    /// The relation.
    const RELATION: RelationId;
}

macro_rules! define_relations {
    (
        $(
            @group $group:literal $title:literal
            $(
                $(#[doc = $doc:literal])*
                $row:ident $relation:ident($($column:ident: $column_type:ty),* $(,)?)
            )*
        )*
        $(
            @derived $derived_group:literal $derived_title:literal
            $(
                $(#[doc = $derived_doc:literal])*
                $derived_row:ident $derived:ident($($derived_column:ident: $derived_type:ty),* $(,)?)
            )*
        )*
        $(
            @answer $answer_group:literal $answer_title:literal
            $(
                $(#[doc = $answer_doc:literal])*
                $answer_row:ident $answer:ident($($answer_column:ident: $answer_type:ty),* $(,)?)
            )*
        )*
    ) => {
        define_all! {
            $(@group $group $(
                $(#[doc = $doc])*
                $row $relation($($column: $column_type),*)
            )*)*
            $(@group $derived_group $(
                $(#[doc = $derived_doc])*
                $derived_row $derived($($derived_column: $derived_type),*)
            )*)*
            $(@group $answer_group $(
                $(#[doc = $answer_doc])*
                $answer_row $answer($($answer_column: $answer_type),*)
            )*)*
        }

        impl RelationId {
            /// The relations of a module, in the order of the list.
            pub const ALL: &[RelationId] = &[$($(RelationId::$row,)*)*];

            /// The relations that are derived from the relations of a module, in the order of the
            /// list.
            pub const DERIVED: &[RelationId] = &[$($(RelationId::$derived_row,)*)*];

            /// The relations that only answers have, in the order of the list.
            pub const ANSWERS: &[RelationId] = &[$($(RelationId::$answer_row,)*)*];
        }

        impl Facts {
            /// Replaces the derived relations, and the readable ids of entities that occur only in
            /// them, by those of `other`. Both must belong to the same module.
            pub fn take_derived(&mut self, other: &mut Facts) {
                $($(self.$derived = std::mem::take(&mut other.$derived);)*)*
                for &entity in Entity::DERIVED {
                    *self.symbols.table_mut(entity) =
                        std::mem::take(other.symbols.table_mut(entity));
                }
            }
        }

        /// The groups of relations of a module, in the order of the list.
        pub const GROUPS: &[Group] = &[$(Group { name: $group, title: $title },)*];

        /// The groups of derived relations, in the order of the list.
        pub const DERIVED_GROUPS: &[Group] =
            &[$(Group { name: $derived_group, title: $derived_title },)*];

        /// The groups of relations that only answers have, in the order of the list.
        pub const ANSWER_GROUPS: &[Group] =
            &[$(Group { name: $answer_group, title: $answer_title },)*];
    };
}

/// Defines rows, schemas and the store for all relations, including the derived ones.
macro_rules! define_all {
    ($(
        @group $group:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident($($column:ident: $column_type:ty),*)
        )*
    )*) => {
        $($(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[allow(missing_docs, reason = "the relation's sentence names its columns")]
            pub struct $row {
                $(pub $column: $column_type,)*
            }

            impl Row for $row {
                const RELATION: RelationId = RelationId::$row;
            }
        )*)*

        /// A relation of the schema.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the row type of the same name says it")]
        pub enum RelationId {
            $($($row,)*)*
        }

        impl RelationId {
            /// Name, sentence and columns of the relation.
            pub fn schema(self) -> &'static RelationSchema {
                const SCHEMAS: &[RelationSchema] = &[$($(
                    RelationSchema {
                        name: raw_name(stringify!($relation)),
                        group: $group,
                        doc: concat!($($doc, "\n",)*).trim_ascii(),
                        columns: &[$(ColumnSchema {
                            name: raw_name(stringify!($column)),
                            kind: <$column_type as Column>::KIND,
                        },)*],
                    },
                )*)*];
                &SCHEMAS[self as usize]
            }
        }

        /// A module as relations, and the relations derived from it.
        #[derive(Clone, Debug, Default)]
        pub struct Facts {
            /// The texts that rows refer to.
            pub texts: Texts,
            /// The readable ids of all entities.
            pub symbols: Symbols,
            $($(
                $(#[doc = $doc])*
                pub $relation: Vec<$row>,
            )*)*
        }

        impl Facts {
            /// The number of rows of `relation`.
            pub fn row_count(&self, relation: RelationId) -> usize {
                match relation {
                    $($(RelationId::$row => self.$relation.len(),)*)*
                }
            }

            /// Passes all rows of `relation` to `sink`.
            ///
            /// # Errors
            ///
            /// When `sink` rejects a column.
            pub fn write_rows<S: RowSink>(
                &self,
                relation: RelationId,
                sink: &mut S,
            ) -> Result<(), S::Error> {
                match relation {
                    $($(RelationId::$row => {
                        for row in &self.$relation {
                            $(row.$column.write(sink)?;)*
                            sink.end_row()?;
                        }
                        Ok(())
                    })*)*
                }
            }

            /// Appends all rows of `source` to `relation`.
            ///
            /// # Errors
            ///
            /// When the next column of `source` does not have the expected type.
            pub fn read_rows<S: RowSource>(
                &mut self,
                relation: RelationId,
                source: &mut S,
            ) -> Result<(), S::Error> {
                match relation {
                    $($(RelationId::$row => {
                        while source.next_row()? {
                            self.$relation.push($row {
                                $($column: Column::read(source)?,)*
                            });
                        }
                        Ok(())
                    })*)*
                }
            }
        }
    };
}

crate::for_each_relation!(define_relations);

/// The name without the `r#` of a raw identifier.
const fn raw_name(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

impl RelationId {
    /// All relations, including the derived ones and those of answers.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.iter().chain(Self::DERIVED).chain(Self::ANSWERS).copied()
    }

    /// The names of the columns, in order.
    pub fn column_names(self) -> Vec<&'static str> {
        self.schema().columns.iter().map(|column| column.name).collect()
    }

    /// The relation of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::every().find(|relation| relation.schema().name == name)
    }

    /// The relation that lists the members of `entity`.
    pub fn defining(entity: Entity) -> Self {
        Self::from_name(entity.name()).expect("each entity has a relation of its name")
    }

    /// The entity whose members this relation lists, if it lists any.
    pub fn defines(self) -> Option<Entity> {
        Entity::every().find(|entity| entity.name() == self.schema().name)
    }
}

impl Facts {
    /// The text's bytes.
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// The text for display: bytes that are not UTF-8 are replaced.
    pub fn display(&self, text: Text) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.text(text))
    }

    /// The readable id of an entity.
    pub fn symbol<I: EntityId>(&self, id: I) -> String {
        self.symbols.table(I::ENTITY).get(id.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn names_are_unique_and_every_entity_has_its_relation() {
        let names: HashSet<_> = RelationId::every().map(|it| it.schema().name).collect();
        assert_eq!(names.len(), RelationId::every().count());
        for entity in Entity::every() {
            let schema = RelationId::defining(entity).schema();
            assert_eq!(schema.columns[0].kind, ColumnKind::Id(entity), "{}", schema.name);
        }
    }

    #[test]
    fn every_sentence_names_every_column() {
        for schema in RelationId::every().map(|it| it.schema()) {
            for column in schema.columns {
                let quoted = format!("`{}`", column.name);
                assert!(schema.doc.contains(&quoted), "{}: {quoted} is missing", schema.name);
            }
        }
    }

    #[test]
    fn a_column_name_has_one_type() {
        let mut kinds = HashMap::new();
        for schema in RelationId::every().map(|it| it.schema()) {
            for column in schema.columns {
                let known = *kinds.entry(column.name).or_insert(column.kind);
                let is_same = match (known, column.kind) {
                    (ColumnKind::Number(_), ColumnKind::Number(_)) => true,
                    (ColumnKind::Word { .. }, ColumnKind::Word { .. }) => {
                        known == column.kind || ["kind", "flag", "reason"].contains(&column.name)
                    }
                    (known, kind) => known == kind,
                };
                assert!(
                    is_same,
                    "{}.{}: {:?} and {known:?}",
                    schema.name, column.name, column.kind
                );
            }
        }
    }

    #[test]
    fn groups_are_written_with_hyphens() {
        let mut groups = GROUPS.iter().chain(DERIVED_GROUPS).chain(ANSWER_GROUPS);
        assert!(groups.all(|it| it.name.chars().all(|it| it.is_ascii_lowercase() || it == '-')));
    }

    #[test]
    fn no_relation_is_a_single_text_column() {
        for schema in RelationId::every().map(|it| it.schema()) {
            let single = schema.columns.len() == 1;
            assert!(!single || schema.columns[0].kind != ColumnKind::Text, "{}", schema.name);
        }
    }
}
