//! Bitcode in a section.

use std::fs;

use object::BinaryFormat;
use object::macho::{CPU_TYPE_ARM64, CPU_TYPE_X86_64};

use crate::make::{archive, bitcode, elf, object, universal, wrapped};
use crate::{names, open, open_in, refusal};

#[test]
fn each_format_has_its_section() {
    let f = bitcode("f");
    for (format, section) in [
        (BinaryFormat::Elf, ".llvmbc"),
        (BinaryFormat::Elf, ".llvm.lto"),
        (BinaryFormat::Coff, ".llvmbc"),
        (BinaryFormat::Coff, ".llvm.lto"),
        (BinaryFormat::MachO, "__bitcode"),
    ] {
        assert_eq!(names(open(&object(format, section, &f)), &["@f"]), ["x"], "{section}");
        assert_eq!(names(open(&object(format, section, &wrapped(&f))), &["@f"]), ["x"]);
    }
}

#[test]
fn modules_concatenated_by_a_linker_are_separated() {
    let (f, g) = (bitcode("f"), bitcode("g"));
    let both = [&f[..], &[0; 7], &wrapped(&g), &[0; 3]].concat();
    for content in [elf(".llvmbc", &both), both] {
        let expected = ["x(module 1)", "x(module 2)"];
        assert_eq!(names(open(&content), &["@f", "@g"]), expected);
    }
    // The same object in two archives that are linked together.
    let twice = [&f[..], &g, &f].concat();
    names(open(&elf(".llvmbc", &twice)), &["@f", "@g"]);
}

#[test]
fn an_object_may_name_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["f", "g"] {
        fs::write(path(name), bitcode(name)).expect("a file");
    }
    fs::write(path("text"), "define void @f()").expect("a file");
    for section in [".llvm_bc", "__llvm_bc"] {
        let list = format!("{}\n\0\0{}\n{}\n", path("f"), path("g"), path("f"));
        let opened = open(&elf(section, list.as_bytes()));
        let expected = ["f", "g"].map(|it| format!("x({})", path(it)));
        assert_eq!(names(opened, &["@f", "@g"]), expected);
    }
    let relative = open_in(folder.path(), &elf(".llvm_bc", b"g\n"));
    assert_eq!(names(relative, &["@g"]), [format!("x({})", path("g"))]);
    for (name, why) in
        [("absent", "cannot be read"), ("text", "not bitcode"), (".", "not a regular file")]
    {
        let message = refusal(open_in(folder.path(), &elf(".llvm_bc", name.as_bytes())));
        assert!(message.contains(name) && message.contains(why), "{message}");
    }
}

#[test]
fn files_without_bitcode_are_reported_with_advice() {
    // clang -fembed-bitcode-marker writes a single NUL.
    for object in [elf(".rodata", b"text"), elf(".llvmbc", b"\0"), b"!<arch>\n".to_vec()] {
        let message = refusal(open(&object));
        for way in ["-flto", "-fembed-bitcode", "--emit=llvm-bc", "gllvm"] {
            assert!(
                message.starts_with("x: contains no bitcode") && message.contains(way),
                "{message}"
            );
        }
    }
    let message = refusal(open(&elf(".llvmbc", b"define void @f()")));
    assert!(
        message.contains(".llvmbc") && message.contains("does not contain bitcode"),
        "{message}"
    );
    let message = refusal(open(&object(BinaryFormat::MachO, "__bundle", b"xar!")));
    assert!(message.contains("__bundle"), "{message}");
}

#[test]
fn one_architecture_of_a_universal_file_is_read() {
    let with = object(BinaryFormat::MachO, "__bitcode", &bitcode("f"));
    let without = object(BinaryFormat::MachO, "__const", b"");
    let library = archive(&[("a.o", with.clone())]);
    let bare = bitcode("f");
    for (slice, name) in [(&with, "x"), (&library, "x(a.o)"), (&bare, "x")] {
        let file = universal(&[(CPU_TYPE_ARM64, &without), (CPU_TYPE_X86_64, slice)]);
        assert_eq!(names(open(&file), &["@f"]), [name]);
    }
    let message = refusal(open(&universal(&[(CPU_TYPE_ARM64, &with), (CPU_TYPE_X86_64, &with)])));
    assert!(message.contains("Aarch64 and X86_64"), "{message}");
    // A universal file that is its own slice.
    let mut file = universal(&[(CPU_TYPE_ARM64, &without)]);
    file[16..20].copy_from_slice(&[0; 4]);
    refusal(open(&file));
}
