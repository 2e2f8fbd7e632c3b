//! Extracted facts are unchanged after they are written to a folder and read back.

use facts_schema::folder::{self, WriteOptions};
use facts_schema::{Facts, Ids, TableFormat};

use crate::fixtures;

/// Writes `facts` and reads them again.
fn there_and_back(facts: &Facts, format: TableFormat, ids: Ids) -> Facts {
    let place = tempfile::tempdir().expect("there is a folder for temporary files");
    let folder = place.path().join("facts");
    let options = WriteOptions {
        format: format.into(),
        ids,
        groups: Vec::new(),
        derived: Vec::new(),
        tool_version: String::new(),
        llvm_version: String::new(),
        inputs: Vec::new(),
        replace: false,
    };
    folder::write(facts, &folder, &place.path().join("unfinished"), &options).expect("written");
    folder::read(&folder).expect("read").0
}

#[test]
fn facts_come_back_the_same() {
    for (format, ids) in [(TableFormat::Csv, Ids::Symbol), (TableFormat::Souffle, Ids::Numeric)] {
        for sample in fixtures::all() {
            let back = there_and_back(&sample.facts, format, ids);
            assert!(back == sample.facts, "{}: other facts by {format:?}, {ids:?}", sample.name);
        }
    }
}

/// Equality detects differences: facts with a missing row or another text are not equal.
#[test]
fn other_facts_are_not_equal() {
    let facts = &fixtures::all()[0].facts;
    let mut fewer = facts.clone();
    fewer.value.pop();
    assert!(fewer != *facts);
    let mut renamed = facts.clone();
    renamed.module[0].source_file = renamed.texts.intern(b"another file");
    assert!(renamed != *facts);
}
