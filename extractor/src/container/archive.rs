//! Static archives and Rust libraries.
//!
//! All members that contain bitcode are used, because the choice that a linker makes depends on the
//! rest of the program.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use object::read::archive::{ArchiveFile, ArchiveMember};
use rustc_hash::FxHashSet;

use super::{Found, InputKind, Refused, read};

/// The object file in which rustc stores the metadata of a crate.
const RUST_METADATA: &str = "lib.rmeta";

/// Whether the content starts like an archive.
pub fn is_archive(content: &[u8]) -> bool {
    content.starts_with(b"!<arch>\n") || content.starts_with(b"!<thin>\n")
}

/// The modules in the members.
pub fn find(content: &[u8], folder: &Path) -> Result<Found, Refused> {
    let damaged = |error| Refused::from(format!("damaged archive: {error}"));
    let archive = ArchiveFile::parse(content).map_err(damaged)?;
    let mut found = Found::default();
    let mut names = FxHashSet::default();
    for member in archive.members() {
        let member = member.map_err(damaged)?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        if name == RUST_METADATA {
            continue;
        }
        // Several members of an archive may have the same name. Linkers also number them to
        // distinguish them.
        let name = match names.insert(name.clone()) {
            true => name,
            false => format!("{name} at {}", member.file_range().0),
        };
        let in_member = |refused: Refused| Refused {
            name: format!("({name}){}", refused.name),
            message: refused.message,
        };
        let elsewhere = match archive.is_thin() {
            true => Some(named_file(&member, folder).map_err(in_member)?),
            false => None,
        };
        let content = match &elsewhere {
            Some(content) => content,
            None => member.data(content).map_err(damaged)?,
        };
        let kind = InputKind::of(content);
        // Linkers do not search archives that are members of archives either.
        if !matches!(kind, InputKind::Bitcode | InputKind::Object) {
            continue;
        }
        let in_it = Found::of(kind, content, folder).map_err(in_member)?;
        if in_it.modules.is_empty() {
            found.without_bitcode.push(name.clone());
        }
        for mut module in in_it.modules {
            module.name = format!("({name}){}", module.name);
            found.modules.push(module);
        }
    }
    Ok(found)
}

/// The content of a member of a thin archive, which stores only the names of files.
fn named_file(member: &ArchiveMember, folder: &Path) -> Result<Vec<u8>, Refused> {
    let path = folder.join(OsStr::from_bytes(member.name()));
    read(&path).map_err(|error| {
        let path = path.display();
        format!("cannot be read from {path}, which this thin archive refers to: {error}").into()
    })
}
