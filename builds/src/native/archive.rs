//! Archives of object files.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use object::read::archive::ArchiveFile;

/// Whether the file is an archive.
pub fn is_archive(content: &[u8]) -> bool {
    content.starts_with(&object::archive::MAGIC)
        || content.starts_with(&object::archive::THIN_MAGIC)
}

/// Calls a function with the content of a file, or of each member of an archive. Members of a thin
/// archive are separate files. Unreadable members are skipped.
pub fn for_each_object(content: &[u8], path: &Path, see: &mut impl FnMut(&[u8])) {
    if !is_archive(content) {
        see(content);
        return;
    }
    let Ok(archive) = ArchiveFile::parse(content) else { return };
    let folder = path.parent().unwrap_or(Path::new("."));
    for member in archive.members().flatten() {
        if archive.is_thin() {
            let name = std::ffi::OsStr::from_bytes(member.name());
            if let Ok(content) = fs::read(folder.join(name)) {
                see(&content);
            }
        } else if let Ok(content) = member.data(content) {
            see(content);
        }
    }
}
