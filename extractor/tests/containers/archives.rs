//! Archives.

use std::fs;

use crate::make::{archive, bitcode, bitcode_of, bsd_archive, elf, thin_archive, wrapped};
use crate::{defined, names, open, open_in, refusal};

#[test]
fn all_members_with_bitcode_are_taken() {
    const LONG: &str = "a-name-that-is-too-long-for-the-header.o";
    let members = [
        ("lto.o", bitcode("f")),
        ("code.o", elf(".rodata", b"")),
        (LONG, elf(".llvmbc", &bitcode("g"))),
        ("lib.rmeta", elf(".rmeta", b"")),
        ("notes.txt", b"nothing to be read by anyone".to_vec()),
        ("odd.o", [&wrapped(&bitcode("h"))[..], b"\0"].concat()),
        ("code2.o", elf(".rodata", b"")),
    ];
    for content in [archive(&members), bsd_archive(&members)] {
        let opened = open(&content).expect("an archive");
        assert_eq!(opened.without_bitcode, ["code.o", "code2.o"]);
        let expected = ["x(lto.o)".to_owned(), format!("x({LONG})"), "x(odd.o)".to_owned()];
        assert_eq!(names(Ok(opened), &["@f", "@g", "@h"]), expected);
    }
}

#[test]
fn members_may_have_the_same_name_but_count_once() {
    let members = [
        ("a.o", bitcode("f")),
        ("a.o", bitcode("g")),
        ("b.o", bitcode("f")),
        ("c.o", [bitcode("h"), bitcode("i")].concat()),
    ];
    let found = names(open(&archive(&members)), &["@f", "@g", "@h", "@i"]);
    assert_eq!(found[0], "x(a.o)");
    assert!(found[1].starts_with("x(a.o at "), "{}", found[1]);
    assert_eq!(found[2..], ["x(c.o)(module 1)", "x(c.o)(module 2)"]);
}

#[test]
fn members_are_linked_as_a_linker_does() {
    let member = |function: &str| {
        bitcode_of(&format!(
            "define internal void @local() {{\n  ret void\n}}\n\
             define linkonce_odr void @shared() {{\n  ret void\n}}\n\
             define void @{function}() {{\n  call void @local()\n  call void @shared()\n  ret void\n}}\n"
        ))
    };
    let modules = |members: &[(&str, Vec<u8>)]| open(&archive(members)).expect("modules").modules;
    let linked = modules(&[("a.o", member("f")), ("b.o", member("g"))]);
    let facts = extractor::load(&linked, &mut |_| ()).expect("one module");
    // LLVM renames the other local function.
    assert_eq!(facts.function.len(), 5);
    let both = modules(&[("a.o", bitcode("f")), ("b.o", member("f"))]);
    let message = extractor::load(&both, &mut |_| ()).expect_err("two definitions").to_string();
    assert!(message.starts_with("x(b.o): cannot be linked"), "{message}");
    assert!(message.contains("'f'") && message.contains("select single members"), "{message}");
}

#[test]
fn thin_archives_name_their_members() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("objects")).expect("a folder");
    let (f, g) = (bitcode("f"), elf(".llvmbc", &bitcode("g")));
    fs::write(folder.path().join("f.o"), &f).expect("a file");
    fs::write(folder.path().join("objects/g.o"), &g).expect("a file");
    let content = thin_archive(&[("f.o", f.len()), ("objects/g.o", g.len())]);
    let opened = open_in(folder.path(), &content);
    assert_eq!(names(opened, &["@f", "@g"]), ["x(f.o)", "x(objects/g.o)"]);

    let content = thin_archive(&[("f.o", f.len()), ("absent.o", 9)]);
    let message = refusal(open_in(folder.path(), &content));
    assert!(message.starts_with("x(absent.o): cannot be read from"), "{message}");
}

#[test]
fn a_damaged_member_is_named() {
    let mut damaged = elf(".llvmbc", &bitcode("f"));
    damaged.truncate(70);
    let message = refusal(open(&archive(&[("a.o", bitcode("f")), ("b.o", damaged)])));
    assert!(message.starts_with("x(b.o): damaged object file: "), "{message}");
    let message = refusal(open(&thin_archive(&[("a\x1b\tb.o", 9)])));
    assert!(message.starts_with("x(a  b.o): cannot be read from"), "{message}");
}

#[test]
fn several_modules_of_a_file_are_all_read() {
    // The body of a function is found by its offset in the module, and the second module moves.
    let file = [bitcode("f"), bitcode_of("define i32 @g() {\n  ret i32 7\n}\n")].concat();
    let modules = open(&file).expect("modules").modules;
    assert_eq!(modules.iter().map(defined).collect::<Vec<_>>(), ["@f", "@g"]);
    let facts = extractor::load(&modules[1..], &mut |_| ()).expect("a module");
    assert_eq!(facts.instruction.len(), 1);
}
