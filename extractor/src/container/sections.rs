//! Object files, executables and shared libraries, which contain bitcode in a section.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use object::{File, Object, ObjectKind, ObjectSection};
use rustc_hash::FxHashSet;

use super::{Found, bitcode, read};

/// Sections that clang -ffat-lto-objects writes: the module as input for link-time optimisation.
const FAT: &[&[u8]] = &[b".llvm.lto"];
/// Sections that clang -fembed-bitcode and rustc -C embed-bitcode write: the first for ELF and
/// COFF, the second for Mach-O in the segment __LLVM.
const EMBEDDED: &[&[u8]] = &[b".llvmbc", b"__bitcode"];
/// Sections that gllvm and wllvm write: paths of bitcode files.
const NAMED: &[&[u8]] = &[b".llvm_bc", b"__llvm_bc"];
/// The section into which Apple's linker puts embedded bitcode.
const BUNDLE: &[u8] = b"__bundle";

/// The modules in an object file. Each kind of section contains the whole program, so only one kind
/// is used.
pub fn find(content: &[u8], folder: &Path) -> Result<Found, String> {
    let file = File::parse(content).map_err(|error| format!("damaged object file: {error}"))?;
    for names in [FAT, EMBEDDED] {
        let parts = contents(&file, names)?;
        let modules: Vec<_> = parts.iter().flat_map(|part| bitcode::split(part)).collect();
        if modules.iter().any(|module| !bitcode::is_bitcode(module)) {
            let name = String::from_utf8_lossy(names[0]);
            return Err(format!("section {name} does not contain bitcode"));
        }
        if !modules.is_empty() {
            return Ok(Found::all(modules, ""));
        }
    }
    let named = named_modules(&contents(&file, NAMED)?.concat(), folder)?;
    if named.modules.is_empty() && file.sections().any(|it| it.name_bytes() == Ok(BUNDLE)) {
        return Err(
            "its bitcode is in a bundle (__LLVM,__bundle), which irlog does not read; name \
                    the object files instead"
                .to_owned(),
        );
    }
    Ok(named)
}

/// Whether this is the output of a linker: an executable or a shared library.
pub fn is_linked(content: &[u8]) -> bool {
    let kind = File::parse(content).map(|file| file.kind());
    matches!(kind, Ok(ObjectKind::Executable | ObjectKind::Dynamic))
}

/// The contents of the sections with these names, decompressed if the linker compressed them.
fn contents<'c>(file: &File<'c>, names: &[&[u8]]) -> Result<Vec<Cow<'c, [u8]>>, String> {
    let mut contents = Vec::new();
    for section in file.sections() {
        let Some(name) = section.name_bytes().ok().filter(|name| names.contains(name)) else {
            continue;
        };
        let content = section.uncompressed_data().map_err(|error| {
            format!("damaged section {}: {error}", String::from_utf8_lossy(name))
        })?;
        contents.push(content);
    }
    Ok(contents)
}

/// The modules in the files with these paths, which are separated by newlines. Linkers insert zeros
/// between the paths of different objects.
fn named_modules(paths: &[u8], folder: &Path) -> Result<Found, String> {
    let mut found = Found::default();
    let mut seen = FxHashSet::default();
    for path in paths.split(|byte| matches!(byte, b'\n' | 0)).map(<[u8]>::trim_ascii) {
        if path.is_empty() || !seen.insert(path) {
            continue;
        }
        let path = folder.join(OsStr::from_bytes(path));
        let name = path.display();
        let content = read(&path)
            .map_err(|error| format!("its bitcode in {name} cannot be read: {error}"))?;
        if !bitcode::is_bitcode(&content) {
            return Err(format!("{name}, which should have its bitcode, is not bitcode"));
        }
        found.modules.extend(Found::all(bitcode::split(&content), &format!("({name})")).modules);
    }
    Ok(found)
}
