//! Universal files of macOS, which contain the same program for several architectures, as objects,
//! archives or bitcode.

use std::path::Path;

use object::Architecture;
use object::read::macho::{FatArch, MachOFatFile, MachOFatFile32, MachOFatFile64};

use super::{Found, InputKind, Refused};

/// The modules for the only architecture that has bitcode.
pub fn find(content: &[u8], folder: &Path) -> Result<Found, Refused> {
    let slices = match MachOFatFile32::parse(content) {
        Ok(file) => slices(&file, content),
        Err(_) => MachOFatFile64::parse(content).and_then(|file| slices(&file, content)),
    };
    let slices =
        slices.map_err(|error| Refused::from(format!("damaged universal file: {error}")))?;
    let (mut chosen, mut names) = (Found::default(), Vec::new());
    for (architecture, slice) in slices {
        let kind = InputKind::of(slice);
        // A nested universal file might be the file itself.
        if kind == InputKind::Universal {
            continue;
        }
        let found = Found::of(kind, slice, folder)?;
        if !found.modules.is_empty() {
            names.push(format!("{architecture:?}"));
            chosen = found;
        }
    }
    match names.as_slice() {
        [] | [_] => Ok(chosen),
        _ => Err(format!(
            "contains bitcode for {}; extract one of them, as with llvm-lipo -thin x86_64",
            names.join(" and ")
        )
        .into()),
    }
}

type Slice<'c> = (Architecture, &'c [u8]);

fn slices<'c, A: FatArch>(
    file: &MachOFatFile<'c, A>,
    content: &'c [u8],
) -> object::Result<Vec<Slice<'c>>> {
    file.arches().iter().map(|it| Ok((it.architecture(), it.data(content)?))).collect()
}
