//! Files that contain bitcode among other data: archives, object files, executables and shared
//! libraries.
//!
//! They are opened before LLVM reads anything, and yield one input per module.

mod archive;
mod bitcode;
mod sections;
mod universal;

use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

use object::FileKind;
use rustc_hash::FxHashSet;

use crate::{Error, Input};

/// The contents of a file.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// The modules in file order. A module of an archive is named `libfoo.a(member.o)`.
    pub modules: Vec<Input>,
    /// The archive members that contain machine code without bitcode.
    pub without_bitcode: Vec<String>,
}

/// Finds the modules in a file, or returns the file itself if it is not a container. Duplicate
/// modules are returned once.
///
/// A thin archive contains only the names of its members, and an object file of gllvm or wllvm
/// contains the name of its bitcode file. These files are read as well. Relative paths are resolved
/// against `folder`, the folder of the container.
///
/// # Errors
///
/// When the container is damaged or contains no bitcode.
pub fn open(input: Input, folder: &Path) -> Result<Opened, Error> {
    let kind = InputKind::of(&input.content);
    let is_module = match kind {
        InputKind::Other => true,
        // LLVM reports what is wrong with damaged bitcode.
        InputKind::Bitcode => bitcode::split(&input.content).len() < 2,
        _ => false,
    };
    // Most inputs are plain modules, and are not copied.
    if is_module {
        return Ok(Opened { modules: vec![input], ..Opened::default() });
    }
    let refuse = |name: &str, message: &str| {
        let input = input.name.clone() + &printable(name);
        Err(Error::Read { input, message: printable(message) })
    };
    let found = match Found::of(kind, &input.content, folder) {
        Ok(found) => found,
        Err(Refused { name, message }) => return refuse(&name, &message),
    };
    if found.modules.is_empty() {
        return refuse("", &format!("contains no bitcode; {}", how_to_embed(&input.content)));
    }
    let Found { modules, without_bitcode } = found.without_copies();
    let modules = modules.into_iter().map(|module| Input {
        name: input.name.clone() + &printable(&module.name),
        content: module.content,
    });
    let without_bitcode = without_bitcode.iter().map(|name| printable(name));
    Ok(Opened { modules: modules.collect(), without_bitcode: without_bitcode.collect() })
}

/// Escapes a name, since names in a container may contain any characters.
fn printable(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

/// Explains how to embed bitcode in object files.
fn how_to_embed(content: &[u8]) -> &'static str {
    match sections::is_linked(content) {
        // Link-time optimisation removes the bitcode from the result.
        true => {
            "compile its objects with clang -fembed-bitcode or with gllvm, or name the objects of clang -flto or \
             the bitcode of rustc --emit=llvm-bc instead"
        }
        false => {
            "compile with clang -flto or -fembed-bitcode, with rustc --emit=llvm-bc or, for an rlib, -C \
             embed-bitcode, or with gllvm"
        }
    }
}

/// The kind of a file, determined from its first bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputKind {
    Bitcode,
    Archive,
    /// Mach-O for several architectures.
    Universal,
    /// An object file, executable or shared library.
    Object,
    /// Text, or content that LLVM rejects.
    Other,
}

impl InputKind {
    fn of(content: &[u8]) -> Self {
        if bitcode::is_bitcode(content) {
            return Self::Bitcode;
        }
        if archive::is_archive(content) {
            return Self::Archive;
        }
        use FileKind::*;
        // Content that is shorter than a header is left for LLVM to reject.
        match FileKind::parse(content) {
            Ok(MachOFat32 | MachOFat64) => Self::Universal,
            Ok(Elf32 | Elf64 | MachO32 | MachO64 | Coff | CoffBig | Pe32 | Pe64) => Self::Object,
            _ => Self::Other,
        }
    }
}

/// A module in a container.
struct Module {
    /// The suffix to the name of the container; empty if the container holds only this module.
    name: String,
    content: Vec<u8>,
}

/// The modules found in a container.
#[derive(Default)]
struct Found {
    modules: Vec<Module>,
    without_bitcode: Vec<String>,
}

/// The reason why a container cannot be read.
struct Refused {
    /// The suffix to the name of the container.
    name: String,
    message: String,
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self { name: String::new(), message }
    }
}

impl Found {
    fn of(kind: InputKind, content: &[u8], folder: &Path) -> Result<Self, Refused> {
        match kind {
            InputKind::Bitcode => Ok(Self::all(bitcode::split(content), "")),
            InputKind::Archive => archive::find(content, folder),
            InputKind::Universal => universal::find(content, folder),
            InputKind::Object => Ok(sections::find(content, folder)?),
            InputKind::Other => Ok(Self::default()),
        }
    }

    /// All modules from one place, numbered if there are several.
    fn all(modules: Vec<Cow<[u8]>>, name: &str) -> Self {
        let is_one = modules.len() == 1;
        let modules = modules.into_iter().zip(1..).map(|(content, number)| {
            let number = if is_one { String::new() } else { format!("(module {number})") };
            Module { name: format!("{name}{number}"), content: content.into_owned() }
        });
        Self { modules: modules.collect(), without_bitcode: Vec::new() }
    }

    fn without_copies(mut self) -> Self {
        let mut seen = FxHashSet::default();
        let is_first: Vec<bool> =
            self.modules.iter().map(|it| seen.insert(it.content.as_slice())).collect();
        let mut is_first = is_first.into_iter();
        self.modules.retain(|_| is_first.next().unwrap_or(true));
        self
    }
}

/// Reads a file that a container names. The file must be a regular file, because reading a pipe
/// might never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    fs::read(path)
}
