//! The contents of the files, and the messages when they cannot be written or read.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::*;

/// A module with a few rows, including some that need escapes.
fn facts() -> Facts {
    let mut facts = Facts::default();
    let producer = facts.texts.intern(b"LLVM19.1.7");
    facts.bitcode_producer.push(BitcodeProducer { position: 0, producer, epoch: 17 });
    for (symbol, kind) in [("{ i32, ptr }", TypeKind::Struct), ("[2 x i8]", TypeKind::Array)] {
        let number = facts.symbols.table(Entity::Type).len();
        facts.symbols.table_mut(Entity::Type).push(symbol.as_bytes());
        facts.r#type.push(Type { r#type: TypeId(number), kind });
    }
    let table = facts.symbols.table_mut(Entity::Value);
    table.push(br#"@"a\22b""#);
    let prefix = table.prefix(b"@main:");
    table.push_with(prefix, b"%x");
    let row = |value, kind| Value { value: ValueId(value), kind, r#type: TypeId(0) };
    facts.value.push(row(0, ValueKind::GlobalVariable));
    facts.value.push(row(1, ValueKind::Instruction));
    let names: [&[u8]; 2] = [b"a\"b", b"\tC:\\ \xff, \n"];
    for (value, name) in (0..).zip(names) {
        let name = facts.texts.intern(name);
        facts.value_name.push(ValueName { value: ValueId(value), name });
    }
    let element = TypeId(0);
    facts.array_type.push(ArrayType { r#type: TypeId(1), element_type: element, length: u64::MAX });
    facts
}

fn options(format: TableFormat, ids: Ids) -> WriteOptions {
    WriteOptions {
        format: format.into(),
        ids,
        groups: vec![],
        derived: vec![],
        tool_version: "0.1.0".into(),
        llvm_version: "22.1.0".into(),
        inputs: vec!["demo.bc".into()],
        replace: false,
    }
}

/// A temporary directory for a test, with a folder of facts.
struct Written {
    place: TempDir,
    folder: PathBuf,
}

impl Written {
    fn new(format: TableFormat, ids: Ids) -> Self {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("facts");
        let written = Self { place, folder };
        written.write(&options(format, ids)).unwrap();
        written
    }

    fn write(&self, options: &WriteOptions) -> Result<Manifest, WriteError> {
        write(&facts(), &self.folder, &self.place.path().join("temporary"), options)
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Replaces the first `old` in a file.
    fn edit(&self, name: &str, old: &str, new: &str) {
        let content = self.file(name);
        assert!(content.contains(old), "{name} has no {old:?}");
        fs::write(self.folder.join(name), content.replacen(old, new, 1)).unwrap();
    }

    /// The message when the folder is read, without the path of the folder.
    fn read_error(&self) -> String {
        let message = read(&self.folder).unwrap_err().to_string();
        let message = message.strip_prefix(self.folder.to_str().unwrap()).unwrap();
        message.strip_prefix('/').unwrap().into()
    }

    fn names_in_place(&self) -> Vec<String> {
        let entries = fs::read_dir(self.place.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

/// The message when a csv folder with readable ids is read after an edit of one file.
fn error_after(name: &str, old: &str, new: &str) -> String {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    written.edit(name, old, new);
    written.read_error()
}

#[test]
fn csv_has_a_header_and_quotes() {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    assert_eq!(
        written.file("value.csv"),
        "value,kind,type\n\
         \"@\"\"a\\22b\"\"\",global_variable,\"{ i32, ptr }\"\n\
         @main:%x,instruction,\"{ i32, ptr }\"\n"
    );
    assert_eq!(
        written.file("value_name.csv"),
        "value,name\n\
         \"@\"\"a\\22b\"\"\",\"a\"\"b\"\n\
         @main:%x,\"\\tC:\\\\ \\xFF, \\n\"\n"
    );
    assert_eq!(
        written.file("array_type.csv"),
        "type,element_type,length\n[2 x i8],\"{ i32, ptr }\",18446744073709551615\n"
    );
    assert_eq!(written.file("ptrauth.csv").lines().count(), 1, "an empty relation has a file");
}

#[test]
fn souffle_has_tabs_and_no_quotes() {
    let written = Written::new(TableFormat::Souffle, Ids::Symbol);
    assert_eq!(
        written.file("value_name.facts"),
        "@\"a\\22b\"\ta\"b\n@main:%x\t\\tC:\\\\ \\xFF, \\n\n"
    );
    assert_eq!(written.file("ptrauth.facts"), "");
    assert!(written.file("schema.dl").contains(".decl value_name("));
}

#[test]
fn numeric_ids_have_files_of_symbols() {
    let written = Written::new(TableFormat::Csv, Ids::Numeric);
    assert_eq!(
        written.file("value.csv"),
        "value,kind,type\n0,global_variable,0\n1,instruction,0\n"
    );
    assert_eq!(
        written.file("value_symbol.csv"),
        "value,symbol\n0,\"@\"\"a\\22b\"\"\"\n1,@main:%x\n"
    );
    assert_eq!(written.file("block_symbol.csv"), "block,symbol\n");
}

#[test]
fn a_row_of_one_empty_cell_is_a_row() {
    let mut facts = Facts::default();
    facts.symbols.table_mut(Entity::Metadata).push(b"");
    facts.distinct_metadata.push(DistinctMetadata { metadata: MetadataId(0) });
    for (format, content) in [(TableFormat::Csv, "metadata\n\"\"\n"), (TableFormat::Souffle, "\n")]
    {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("facts");
        let options = options(format, Ids::Symbol);
        write(&facts, &folder, &place.path().join("temporary"), &options).unwrap();
        let file = folder.join(format.file_name("distinct_metadata"));
        assert_eq!(fs::read_to_string(file).unwrap(), content);
        let (back, _) = read(&folder).unwrap();
        assert_eq!(back.distinct_metadata, facts.distinct_metadata);
    }
}

#[test]
fn the_manifest_lists_the_contents() {
    let written = Written::new(TableFormat::Csv, Ids::Numeric);
    let manifest: serde_json::Value = serde_json::from_str(&written.file("manifest.json")).unwrap();
    assert_eq!(manifest["tool"], "irlog");
    assert_eq!(manifest["schema_version"], 1);
    assert_eq!(manifest["producers"][0]["producer"], "LLVM19.1.7");
    assert_eq!(manifest["inputs"][0], "demo.bc");
    assert_eq!(manifest["format"], "csv");
    assert_eq!(manifest["ids"], "numeric");
    assert_eq!(manifest["groups"].as_array().unwrap().len(), GROUPS.len());
    assert_eq!(manifest["relations"]["value_name"], 2);
    assert_eq!(manifest["relations"]["value_symbol"], 2);
    assert_eq!(manifest["relations"]["ptrauth"], 0);
}

#[test]
fn only_the_chosen_groups_are_written_but_the_producer_is_known() {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    let groups = vec!["values".into()];
    let again = WriteOptions { groups, replace: true, ..options(TableFormat::Csv, Ids::Symbol) };
    written.write(&again).unwrap();
    assert!(written.folder.join("value_name.csv").exists());
    assert!(!written.folder.join("type.csv").exists());
    let (facts, manifest) = read(&written.folder).unwrap();
    assert_eq!(manifest.groups, ["values"]);
    assert_eq!(facts.symbol(facts.value[0].r#type), "{ i32, ptr }");
    assert_eq!(facts.text(facts.bitcode_producer[0].producer), b"LLVM19.1.7");
}

#[test]
fn cells_of_other_programs_are_read() {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    written.edit("value.csv", "@main:%x,instruction", "\"@main:%x\",\"instruction\"");
    written.edit("array_type.csv", "[2 x i8],\"{ i32, ptr }\"", "[2 x i8],[3 x i8]");
    let (facts, _) = read(&written.folder).unwrap();
    assert_eq!(facts.value, self::facts().value);
    // An undefined id follows the defined ones.
    assert_eq!(facts.array_type[0].element_type, TypeId(2));
    assert_eq!(facts.symbol(TypeId(2)), "[3 x i8]");
}

#[test]
fn an_existing_target_is_replaced_only_by_force() {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    let error = written.write(&options(TableFormat::Souffle, Ids::Symbol)).unwrap_err().to_string();
    assert!(error.ends_with("facts already exists; --force replaces it"), "{error}");
    assert!(written.folder.join("value.csv").exists());

    let replace = WriteOptions { replace: true, ..options(TableFormat::Souffle, Ids::Symbol) };
    written.write(&replace).unwrap();
    assert!(written.folder.join("value.facts").exists());
    assert!(!written.folder.join("value.csv").exists(), "something of the old facts is left");
    assert_eq!(written.names_in_place(), ["facts"]);
}

#[test]
fn only_facts_are_replaced() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("folder");
    let error = || check_target(&folder, true).unwrap_err().to_string();

    fs::create_dir(&folder).unwrap();
    assert!(check_target(&folder, true).is_ok(), "an empty folder");
    let manifest = r#"{"tool": "other", "format": "csv", "relations": {"value": 0}}"#;
    fs::write(folder.join("manifest.json"), manifest).unwrap();
    assert!(error().contains(r#"contains `manifest.json`, which is not part of its facts"#));
    fs::remove_file(folder.join("manifest.json")).unwrap();
    fs::write(folder.join("value.csv"), "value\n").unwrap();
    assert!(error().contains(r#"contains `value.csv`"#));

    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    for (name, make) in [
        ("notes.txt", (|path| fs::write(path, "")) as fn(&Path) -> std::io::Result<()>),
        ("value.csv", |path| fs::remove_file(path).and_then(|()| fs::create_dir(path))),
    ] {
        make(&written.folder.join(name)).unwrap();
        let error = check_target(&written.folder, true).unwrap_err().to_string();
        assert!(error.contains(&format!("contains `{name}`")), "{error}");
        assert!(!error.contains('\n'));
        let _ = fs::remove_file(written.folder.join(name));
    }

    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    let error = check_target(&file, true).unwrap_err().to_string();
    assert!(error.contains("file is not a folder"), "{error}");
    let link = place.path().join("link");
    std::os::unix::fs::symlink(&folder, &link).unwrap();
    assert!(matches!(check_target(&link, true), Err(WriteError::NotAFolder(_))));
}

#[test]
fn a_target_without_a_parent_is_found_early() {
    let place = tempfile::tempdir().unwrap();
    let error = check_target(&place.path().join("none/facts"), false).unwrap_err().to_string();
    assert!(error.ends_with("none: No such file or directory (os error 2)"), "{error}");
    fs::write(place.path().join("file"), "").unwrap();
    let error = check_target(&place.path().join("file/facts"), false).unwrap_err().to_string();
    assert!(error.ends_with("file/facts: Not a directory (os error 20)"), "{error}");
    assert!(check_target(Path::new("facts-of-this-test"), false).is_ok());
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    let before = written.file("value.csv");
    let replace = WriteOptions { replace: true, ..options(TableFormat::Souffle, Ids::Numeric) };

    // After all files are written, the target is found to contain other files.
    let temporary = written.folder.join("temporary");
    let error = write(&facts(), &written.folder, &temporary, &replace).unwrap_err();
    assert!(matches!(error, WriteError::NotOnlyFacts { .. }), "{error}");
    assert!(!temporary.exists());
    assert_eq!(written.file("value.csv"), before);

    // The temporary folder cannot be created.
    let file = written.place.path().join("file");
    fs::write(&file, "").unwrap();
    let error = write(&facts(), &written.folder, &file.join("temporary"), &replace).unwrap_err();
    assert!(error.to_string().ends_with("temporary: Not a directory (os error 20)"), "{error}");
    assert_eq!(written.file("value.csv"), before);

    // The path of the temporary folder is already in use by another program.
    let other = written.place.path().join("other");
    fs::create_dir(&other).unwrap();
    assert!(write(&facts(), &written.folder, &other, &replace).is_err());
    assert!(other.exists());
}

#[test]
fn unknown_groups_are_named() {
    let place = tempfile::tempdir().unwrap();
    let groups = vec!["values".into(), "vales".into()];
    let options = WriteOptions { groups, ..options(TableFormat::Csv, Ids::Symbol) };
    let error = write(&facts(), &place.path().join("a"), &place.path().join("b"), &options);
    let message = error.unwrap_err().to_string();
    assert!(message.starts_with("unknown group `vales` of relations; the groups are module"));
}

#[test]
fn manifests_are_checked() {
    let place = tempfile::tempdir().unwrap();
    assert!(!is_folder_of_facts(place.path()));
    let message = read(place.path()).unwrap_err().to_string();
    assert!(
        message.ends_with("manifest.json: cannot be read: No such file or directory (os error 2)")
    );
    assert!(is_folder_of_facts(&Written::new(TableFormat::Csv, Ids::Symbol).folder));

    let error = |old, new| error_after("manifest.json", old, new);
    assert!(error("{", "").starts_with("manifest.json: not a manifest of facts: "));
    assert_eq!(
        error("\"irlog\"", "\"npm\""),
        "manifest.json: not a manifest of facts: it was written by `npm`"
    );
    assert_eq!(
        error("\"schema_version\": 1", "\"schema_version\": 7"),
        "manifest.json: written with version 7 of the schema, but this irlog has version 1; extract \
         the facts again"
    );
    assert_eq!(
        error("\"aggregates\",", "\"agregates\","),
        "manifest.json: unknown group `agregates` of relations"
    );
    assert_eq!(
        error("\"value_name\": 2", "\"value_nam\": 2"),
        "manifest.json: the number of rows of `value_name` is missing"
    );
}

#[test]
fn files_are_checked() {
    let written = Written::new(TableFormat::Csv, Ids::Symbol);
    fs::remove_file(written.folder.join("value.csv")).unwrap();
    let message = "value.csv: cannot be read: No such file or directory (os error 2)";
    assert_eq!(written.read_error(), message);
    fs::write(written.folder.join("value.csv"), "").unwrap();
    assert_eq!(written.read_error(), "value.csv: expected the header `value,kind,type`, found ``");
    assert_eq!(
        error_after("value.csv", "kind,type\n", "type,kind\n"),
        "value.csv: expected the header `value,kind,type`, found `value,type,kind`"
    );
    assert_eq!(
        error_after("array_type.csv", "5\n", ""),
        "array_type.csv: the last line is incomplete; the file is truncated"
    );
    assert_eq!(
        error_after("manifest.json", "\"value_name\": 2", "\"value_name\": 3"),
        "value_name.csv: found 2 rows, but the manifest says 3"
    );
}

#[test]
fn rows_are_checked() {
    assert_eq!(
        error_after("value_name.csv", "@main:%x,", "@main:%x,,"),
        "value_name.csv: row 2: expected 2 columns, found 3"
    );
    assert_eq!(
        error_after("value_name.csv", "\n@main:%x,", "\n"),
        "value_name.csv: row 2: expected 2 columns, found 1"
    );
    assert_eq!(
        error_after("value.csv", ",instruction,", ",instructions,"),
        "value.csv: row 2: `instructions` is not a value of ValueKind"
    );
    assert_eq!(
        error_after("value_name.csv", r"\xFF", r"\q"),
        r#"value_name.csv: row 2: unknown escape `\q`; the escapes are \\, \t, \n, \r and \xHH"#
    );
    assert_eq!(
        error_after("value.csv", "@main:%x", r"\a\q"),
        r#"value.csv: row 2: unknown escape `\q`; the escapes are \\, \t, \n, \r and \xHH"#
    );
    assert_eq!(
        error_after("type.csv", "[2 x i8]", "\"{ i32, ptr }\""),
        "type.csv: row 2: the type `{ i32, ptr }` was defined in an earlier row"
    );
}

#[test]
fn numbers_are_checked() {
    let producer = |number| error_after("bitcode_producer.csv", "17", number);
    let place = "bitcode_producer.csv: row 1:";
    assert_eq!(producer("+17"), format!("{place} `+17` is not a number"));
    assert_eq!(producer(""), format!("{place} `` is not a number"));
    assert_eq!(
        producer("4294967296"),
        format!("{place} the number `4294967296` is greater than 4294967295")
    );
    assert_eq!(
        error_after("array_type.csv", "18446744073709551615", "18446744073709551616"),
        "array_type.csv: row 1: the number `18446744073709551616` is greater than \
         18446744073709551615"
    );
}

#[test]
fn numeric_ids_are_checked() {
    let error = |name, old, new| {
        let written = Written::new(TableFormat::Souffle, Ids::Numeric);
        written.edit(name, old, new);
        written.read_error()
    };
    assert_eq!(
        error("value_name.facts", "1\t", "2\t"),
        "value_name.facts: row 2: the value 2 has no symbol"
    );
    assert_eq!(
        error("value.facts", "1\t", "0\t"),
        "value.facts: row 2: expected the value 1, found 0; ids are listed in order, from 0"
    );
    assert_eq!(
        error("value_symbol.facts", "1\t", "2\t"),
        "value_symbol.facts: row 2: expected the value 1, found 2; ids are listed in order, \
         from 0"
    );
    assert_eq!(
        error("value_symbol.facts", "@main:%x", "@\"a\\22b\""),
        "value_symbol.facts: row 2: the value `@\"a\\22b\"` was defined in an earlier row"
    );
}

#[test]
fn messages_stay_short_and_on_one_line() {
    let long = format!("\"{}\n\"", "x".repeat(1000));
    let message = error_after("value.csv", "instruction", &long);
    assert!(message.len() < 200 && !message.contains('\n'), "{message}");
}

#[test]
fn derived_relations_are_written_only_when_asked_for_and_not_read_back() {
    let place = tempfile::tempdir().unwrap();
    let mut facts = facts();
    facts.symbols.table_mut(Entity::Object).push(b"@g");
    facts.object.push(Object { object: ObjectId(0), kind: ObjectKind::Global });
    let write = |folder: &str, derived: &[&str], ids| {
        let derived = derived.iter().map(|&group| group.into()).collect();
        let options = WriteOptions { derived, ..options(TableFormat::Souffle, ids) };
        let folder = place.path().join(folder);
        (write(&facts, &folder, &place.path().join("temporary"), &options), folder)
    };
    let (manifest, folder) = write("plain", &[], Ids::Numeric);
    assert!(manifest.unwrap().derived.is_empty());
    assert!(!fs::read_to_string(folder.join(MANIFEST)).unwrap().contains("derived"));
    assert!(!folder.join("object.facts").exists() && !folder.join("object_symbol.facts").exists());

    let (manifest, folder) = write("with", &["points-to"], Ids::Numeric);
    assert_eq!(manifest.unwrap().relations["object"], 1);
    assert_eq!(fs::read_to_string(folder.join("object.facts")).unwrap(), "0\tglobal\n");
    assert_eq!(fs::read_to_string(folder.join("object_symbol.facts")).unwrap(), "0\t@g\n");
    assert!(fs::read_to_string(folder.join(SOUFFLE_SCHEMA)).unwrap().contains(".decl points_to("));
    assert!(!folder.join("call_edge.facts").exists());
    let (back, manifest) = read(&folder).unwrap();
    assert_eq!(manifest.derived, ["points-to"]);
    assert!(back.object.is_empty() && back.symbols.table(Entity::Object).is_empty());

    let (refused, _) = write("unknown", &["memory"], Ids::Symbol);
    assert!(matches!(refused, Err(WriteError::UnknownGroup { .. })));
}
