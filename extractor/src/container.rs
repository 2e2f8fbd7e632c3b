//! Files that hold bitcode among other things: archives, object files, executables and shared libraries.
//!
//! They are opened before LLVM sees anything, and become one input for each module.

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

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// The modules, in the order of the file. A module of an archive is called `libfoo.a(member.o)`.
    pub modules: Vec<Input>,
    /// The members of an archive that hold machine code without bitcode.
    pub without_bitcode: Vec<String>,
}

/// Finds the modules in a file: the file itself if it is no container. A module that is in it twice counts once.
///
/// A thin archive names its members, and an object of gllvm or wllvm its bitcode. These files are read; relative paths
/// start at `folder`, where the container lies.
///
/// # Errors
///
/// When the container is damaged, or holds no bitcode.
pub fn open(input: Input, folder: &Path) -> Result<Opened, Error> {
    let kind = Kind::of(&input.content);
    let is_module = match kind {
        Kind::Other => true,
        // LLVM says what is wrong with a damaged one.
        Kind::Bitcode => bitcode::split(&input.content).len() < 2,
        _ => false,
    };
    // Most inputs are, and are not copied.
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

/// Names in a container may have any characters.
fn printable(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

/// How bitcode comes into objects.
fn how_to_embed(content: &[u8]) -> &'static str {
    match sections::is_linked(content) {
        // What is optimised at link time leaves no bitcode behind.
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

/// What a file is, by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bitcode,
    Archive,
    /// Mach-O for several architectures.
    Universal,
    /// An object file, executable or shared library.
    Object,
    /// Text, or what LLVM refuses.
    Other,
}

impl Kind {
    fn of(content: &[u8]) -> Self {
        if bitcode::is_bitcode(content) {
            return Self::Bitcode;
        }
        if archive::is_archive(content) {
            return Self::Archive;
        }
        use FileKind::*;
        // What is shorter than a header is for LLVM to refuse.
        match FileKind::parse(content) {
            Ok(MachOFat32 | MachOFat64) => Self::Universal,
            Ok(Elf32 | Elf64 | MachO32 | MachO64 | Coff | CoffBig | Pe32 | Pe64) => Self::Object,
            _ => Self::Other,
        }
    }
}

/// A module in a container.
struct Module {
    /// What follows the name of the container; nothing if that holds this module only.
    name: String,
    content: Vec<u8>,
}

/// What is found in a container.
#[derive(Default)]
struct Found {
    modules: Vec<Module>,
    without_bitcode: Vec<String>,
}

/// Why a container cannot be read.
struct Refused {
    /// What follows the name of the container.
    name: String,
    message: String,
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self { name: String::new(), message }
    }
}

impl Found {
    fn of(kind: Kind, content: &[u8], folder: &Path) -> Result<Self, Refused> {
        match kind {
            Kind::Bitcode => Ok(Self::all(bitcode::split(content), "")),
            Kind::Archive => archive::find(content, folder),
            Kind::Universal => universal::find(content, folder),
            Kind::Object => Ok(sections::find(content, folder)?),
            Kind::Other => Ok(Self::default()),
        }
    }

    /// All modules that were in one place. Several have numbers.
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

/// Reads a file that a container names. It has to be a regular one: a pipe might never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    fs::read(path)
}
