//! Archives as inputs of the command: names, notes, and the grouping into modules. The tests of `extractor` cover the
//! formats.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use extractor::Input;
use extractor::inkwell::context::Context;
use tempfile::TempDir;

/// The bitcode of this text.
fn bitcode(text: &str) -> Vec<u8> {
    let context = Context::create();
    let input = Input { name: "text".to_owned(), content: text.as_bytes().to_vec() };
    let module = extractor::read(&context, &input).expect("a module");
    let buffer = module.write_bitcode_to_memory();
    let bytes = buffer.as_slice();
    // The buffer ends with a NUL that does not belong to the file.
    bytes[..bytes.len() / 4 * 4].to_vec()
}

/// An archive of members with short names.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let name = format!("{name}/");
        let length = content.len();
        archive.extend(
            format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, 0, 644).bytes(),
        );
        archive.extend(*content);
        archive.extend((length % 2 == 1).then_some(b'\n'));
    }
    archive
}

/// An archive with `main` in one member, the function that it calls in another, and members without bitcode.
fn library() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let main = bitcode(
        "declare void @keep(ptr)\n\
         define i32 @main() {\n  %kept = alloca i32\n  call void @keep(ptr %kept)\n  ret i32 0\n}\n",
    );
    let keep = bitcode(
        "@list = global ptr null\n\
         define void @keep(ptr %given) {\n  store ptr %given, ptr @list\n  ret void\n}\n",
    );
    let again = bitcode("define void @keep(ptr %given) {\n  ret void\n}\n");
    // The header of an x86-64 ELF object without sections.
    let mut object = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0\x3e\0\x01\0\0\0".to_vec();
    object.resize(64, 0);
    object[52] = 64;
    let code = [("a.o", object.as_slice()), ("b.o", &object), ("c.o", &object), ("d.o", &object)];
    let members = [("main.o", main.as_slice()), ("keep.o", &keep)];
    let write = |name: &str, members: &[(&str, &[u8])]| {
        fs::write(folder.path().join(name), archive(members)).expect("a file");
    };
    write("whole.a", &members);
    write("mixed.a", &[&code[..], &members[..]].concat());
    write("one.a", &[&code[..1], &members[..]].concat());
    write("code.a", &code);
    write("twice.a", &[&members[..], &[("again.o", again.as_slice())]].concat());
    folder
}

fn irlog(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irlog"));
    command.args(arguments).current_dir(folder).output().expect("irlog can be started")
}

/// What a command prints to both streams.
#[track_caller]
fn answer(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = irlog(folder, arguments);
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "{stderr}");
    (stdout, stderr)
}

/// The one-line error with which a command rejects its input.
#[track_caller]
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = irlog(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn an_archive_is_one_module() {
    let folder = library();
    let ask = ["alias", "whole.a", "--of", "@keep:%given", "--of", "@main:%kept"];
    let (text, notes) = answer(folder.path(), &ask);
    assert!(text.starts_with("must: "), "{text}");
    assert_eq!(notes, "");
    answer(folder.path(), &["extract", "whole.a", "-o", "facts"]);
    let manifest = fs::read_to_string(folder.path().join("facts/manifest.json")).expect("a file");
    assert!(manifest.contains("\"whole.a(main.o)\",\n    \"whole.a(keep.o)\"\n"), "{manifest}");
    // This also holds if each input is a module of its own.
    let program = "f(f) :- function(f, _, _, _).";
    let query = ["query", "--each", "whole.a", "one.a", "-e", program, "--format", "csv"];
    let (rows, _) = answer(folder.path(), &query);
    let mut rows: Vec<_> = rows.lines().skip(1).collect();
    rows.sort_unstable();
    assert_eq!(rows, ["one.a:@keep", "one.a:@main", "whole.a:@keep", "whole.a:@main"]);
}

#[test]
fn members_without_bitcode_are_noted() {
    let folder = library();
    for (archive, note) in [
        ("one.a", "one.a: skipped a member without bitcode: a.o"),
        ("mixed.a", "mixed.a: skipped 4 members without bitcode: a.o, b.o, c.o and 1 more"),
    ] {
        let (_, notes) = answer(folder.path(), &["summary", archive]);
        assert_eq!(notes, format!("warning: {note}\n"));
    }
    let error = refusal(folder.path(), &["summary", "code.a"]);
    assert!(error.starts_with("error: code.a: contains no bitcode; compile with clang"), "{error}");
}

#[test]
fn a_single_member_can_be_an_input() {
    let folder = library();
    let error = refusal(folder.path(), &["summary", "twice.a"]);
    assert!(error.starts_with("error: twice.a(again.o): cannot be linked"), "{error}");
    assert!(error.contains("select single members"), "{error}");
    let ask = ["twice.a(keep.o)", "twice.a(main.o)", "--of", "@keep:%given", "--of", "@main:%kept"];
    let (text, _) = answer(folder.path(), &[&["alias"][..], &ask].concat());
    assert!(text.starts_with("must: "), "{text}");
    let error = refusal(folder.path(), &["summary", "twice.a(absent.o)"]);
    assert!(error.contains("twice.a: no member `absent.o` with bitcode"), "{error}");
}
