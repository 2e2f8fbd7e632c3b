//! The answer of a query: rows of relations of the schema, and how they are printed.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::cells::{Cells, Names, TableWriter};
use crate::{Entity, EntityId, Facts, Ids, RelationId, RowSink, TableFormat, Text, texts};

/// Rows of relations that answer a question about a module.
///
/// The cells are equal in every format, and equal to those in a folder of facts with readable ids:
/// a JSON string contains the same text as the corresponding CSV cell.
pub struct Answer<'m> {
    module: &'m Facts,
    /// The rows, their texts, and the readable ids of derived entities.
    pub rows: Facts,
    relations: Vec<RelationId>,
}

impl<'m> Answer<'m> {
    /// Creates an answer about `module` that has these relations and no rows.
    pub fn new(module: &'m Facts, relations: &[RelationId]) -> Self {
        Self { module, rows: Facts::default(), relations: relations.to_vec() }
    }

    /// The module.
    pub fn module(&self) -> &'m Facts {
        self.module
    }

    /// The relations, in the order in which they are printed.
    pub fn relations(&self) -> &[RelationId] {
        &self.relations
    }

    /// Removes all relations except `relation`.
    pub fn retain(&mut self, relation: RelationId) {
        self.relations.retain(|it| *it == relation);
    }

    /// Interns a text, so that rows can refer to it.
    pub fn text(&mut self, text: &str) -> Text {
        self.rows.texts.intern(text.as_bytes())
    }

    /// The ids of an entity that the rows mention, in order.
    pub fn mentioned<I: EntityId>(&self) -> Vec<I> {
        let mut mentions = Mentions { entity: I::ENTITY, is_mentioned: Vec::new() };
        for relation in &self.relations {
            match self.rows.write_rows(*relation, &mut mentions) {
                Ok(()) => {}
            }
        }
        let numbers = (0..).zip(mentions.is_mentioned).filter(|(_, is_mentioned)| *is_mentioned);
        numbers.map(|(number, _)| I::new(number)).collect()
    }

    /// Writes one JSON object. Its keys are the names of the relations; the keys of each row are
    /// the names of the columns.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write_json(&self, mut output: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut output, self)?;
        output.write_all(b"\n")
    }

    /// Writes the rows of one relation.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write_table(
        &self,
        relation: RelationId,
        format: TableFormat,
        output: impl Write,
    ) -> io::Result<()> {
        let cells = Cells::of_answer(self.names(), format);
        let mut writer = TableWriter::new(&cells, &relation.column_names(), output);
        self.rows.write_rows(relation, &mut writer)?;
        writer.finish()
    }

    /// The program that declares the relations for Soufflé.
    pub(crate) fn souffle_program(&self) -> String {
        texts::souffle_of(Ids::Symbol, &self.relations)
    }

    fn names(&self) -> Names<'_> {
        Names { module: self.module, rows: &self.rows }
    }
}

/// Collects the ids of one entity.
struct Mentions {
    entity: Entity,
    /// For each number, whether its id is mentioned.
    is_mentioned: Vec<bool>,
}

impl RowSink for Mentions {
    type Error = std::convert::Infallible;

    fn id(&mut self, entity: Entity, number: u32) -> Result<(), Self::Error> {
        if entity == self.entity {
            let number = number as usize;
            if number >= self.is_mentioned.len() {
                self.is_mentioned.resize(number + 1, false);
            }
            self.is_mentioned[number] = true;
        }
        Ok(())
    }

    fn word(&mut self, _: &'static str) -> Result<(), Self::Error> {
        Ok(())
    }

    fn text(&mut self, _: Text) -> Result<(), Self::Error> {
        Ok(())
    }

    fn number(&mut self, _: u64) -> Result<(), Self::Error> {
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.relations.len()))?;
        for &relation in &self.relations {
            map.serialize_entry(relation.schema().name, &Rows { answer: self, relation })?;
        }
        map.end()
    }
}

/// The rows of one relation as a JSON array.
struct Rows<'a> {
    answer: &'a Answer<'a>,
    relation: RelationId,
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sink = JsonRows {
            names: self.answer.names(),
            columns: self.relation.column_names(),
            cells: Vec::new(),
            array: serializer.serialize_seq(None)?,
        };
        self.answer.rows.write_rows(self.relation, &mut sink)?;
        sink.array.end()
    }
}

/// Receives rows, and writes them as elements of a JSON array.
struct JsonRows<'a, A> {
    names: Names<'a>,
    columns: Vec<&'static str>,
    cells: Vec<JsonCell>,
    array: A,
}

/// A cell of a row.
enum JsonCell {
    Number(u64),
    Word(&'static str),
    Text(String),
}

impl<A: SerializeSeq> RowSink for JsonRows<'_, A> {
    type Error = A::Error;

    fn id(&mut self, entity: Entity, number: u32) -> Result<(), A::Error> {
        self.cells.push(JsonCell::Text(self.names.symbol(entity, number)));
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), A::Error> {
        self.cells.push(JsonCell::Word(word));
        Ok(())
    }

    fn text(&mut self, text: Text) -> Result<(), A::Error> {
        self.cells.push(JsonCell::Text(self.names.text(text)));
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), A::Error> {
        self.cells.push(JsonCell::Number(number));
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), A::Error> {
        self.array.serialize_element(&JsonRow { columns: &self.columns, cells: &self.cells })?;
        self.cells.clear();
        Ok(())
    }
}

/// A row as a JSON object.
struct JsonRow<'a> {
    columns: &'a [&'static str],
    cells: &'a [JsonCell],
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns.iter().zip(self.cells))
    }
}

impl Serialize for JsonCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Word(word) => serializer.serialize_str(word),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallEdge, CallKind, FunctionId, FunctionName, InstructionId};

    const RELATIONS: &[RelationId] = &[RelationId::CallEdge, RelationId::FunctionName];

    fn module() -> Facts {
        let mut module = Facts::default();
        module.symbols.table_mut(Entity::Function).push(b"@\"a, b\"");
        module.symbols.table_mut(Entity::Instruction).push(b"@\"a, b\":#0");
        module
    }

    fn answer(module: &Facts) -> Answer<'_> {
        let mut answer = Answer::new(module, RELATIONS);
        let (instruction, function) = (InstructionId(0), FunctionId(0));
        answer.rows.call_edge.push(CallEdge {
            instruction,
            caller: function,
            function,
            kind: CallKind::Direct,
        });
        let name = answer.text("C:\\a\tb");
        answer.rows.function_name.push(FunctionName { function, name });
        answer
    }

    fn table(answer: &Answer, relation: RelationId, format: TableFormat) -> String {
        let mut output = Vec::new();
        answer.write_table(relation, format, &mut output).expect("memory takes it");
        String::from_utf8(output).expect("a table is UTF-8")
    }

    #[test]
    fn every_format_has_the_same_cells() {
        let module = module();
        let answer = answer(&module);
        let mut json = Vec::new();
        answer.write_json(&mut json).expect("memory takes it");
        let json: serde_json::Value = serde_json::from_slice(&json).expect("it is JSON");
        let expected = serde_json::json!({
            "call_edge": [
                {
                    "instruction": "@\"a, b\":#0", "caller": "@\"a, b\"",
                    "function": "@\"a, b\"", "kind": "direct"
                },
            ],
            "function_name": [{ "function": "@\"a, b\"", "name": "C:\\\\a\\tb" }],
        });
        assert_eq!(json, expected);
        let [calls, names] = [RelationId::CallEdge, RelationId::FunctionName];
        assert_eq!(
            table(&answer, calls, TableFormat::Csv),
            "instruction,caller,function,kind\n\
             \"@\"\"a, b\"\":#0\",\"@\"\"a, b\"\"\",\"@\"\"a, b\"\"\",direct\n"
        );
        assert_eq!(
            table(&answer, calls, TableFormat::Souffle),
            "@\"a, b\":#0\t@\"a, b\"\t@\"a, b\"\tdirect\n"
        );
        assert_eq!(table(&answer, names, TableFormat::Souffle), "@\"a, b\"\tC:\\\\a\\tb\n");
    }

    #[test]
    fn mentioned_ids_are_listed_once() {
        let module = module();
        let mut answer = answer(&module);
        assert_eq!(answer.mentioned::<FunctionId>(), [FunctionId(0)]);
        assert_eq!(answer.mentioned::<InstructionId>(), [InstructionId(0)]);
        answer.retain(RelationId::FunctionName);
        assert_eq!(answer.mentioned::<InstructionId>(), []);
    }
}
