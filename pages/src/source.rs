//! Lines of source files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

/// The maximum size of a source file.
const LARGEST: u64 = 64 << 20;

/// The file name extensions of source files. A module can name any file of this machine as its
/// source, and pages are made to be shared, so other files are not read.
const EXTENSIONS: [&str; 40] = [
    "c", "h", "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tcc",
    "def", "m", "mm", "cu", "cuh", "cl", "rs", "go", "swift", "d", "zig", "nim", "jl", "hs", "ml",
    "kt", "f", "f77", "f90", "f95", "f03", "for", "ada", "adb", "ads", "pas",
];

/// Finds source files, and caches their lines.
pub struct Sources {
    /// The folders to search besides the paths in the debug information; `None` if nothing is read.
    folders: Option<Vec<PathBuf>>,
    known: Mutex<FxHashMap<(String, String), Option<Lines>>>,
}

/// The lines of a file.
pub type Lines = Arc<Vec<String>>;

impl Sources {
    /// Searches the paths in the debug information, and these folders.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders: Some(folders), known: Mutex::default() }
    }

    /// Reads no source files.
    pub fn none() -> Self {
        Self { folders: None, known: Mutex::default() }
    }

    /// The lines of a file named by the debug information, if the file is found.
    pub fn lines(&self, file: &str, directory: &str) -> Option<Lines> {
        let folders = self.folders.as_ref()?;
        let mut known = self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let key = (file.to_owned(), directory.to_owned());
        known.entry(key).or_insert_with(|| find(file, directory, folders)).clone()
    }
}

fn find(file: &str, directory: &str, folders: &[PathBuf]) -> Option<Lines> {
    let extension = Path::new(file).extension()?.to_str()?.to_ascii_lowercase();
    if !EXTENSIONS.contains(&extension.as_str()) {
        return None;
    }
    // The user's folders take precedence, because the original path may now contain another
    // version.
    let given = folders
        .iter()
        .map(|folder| folder.join(Path::new(file).strip_prefix("/").unwrap_or(Path::new(file))));
    let by_name =
        folders.iter().filter_map(|folder| Some(folder.join(Path::new(file).file_name()?)));
    let named = Path::new(directory).join(file);
    let named = Some(named).filter(|it| it.is_absolute());
    given.chain(by_name).chain(named).find_map(|path| read(&path))
}

fn read(path: &Path) -> Option<Lines> {
    let about = fs::metadata(path).ok().filter(|it| it.is_file() && it.len() <= LARGEST)?;
    let mut content = Vec::with_capacity(about.len() as usize);
    fs::File::open(path).ok()?.take(LARGEST).read_to_end(&mut content).ok()?;
    let text = String::from_utf8_lossy(&content);
    Some(Arc::new(text.lines().map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_source_files_are_read() {
        assert!(find("/etc/passwd", "", &[]).is_none());
        assert!(find("../../etc/passwd", "/tmp/x", &[]).is_none());
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let lines = find("elsewhere/lib.rs", "", &[here.join("src")]).unwrap();
        assert!(lines[0].starts_with("//! Static pages"));
        assert!(Sources::none().lines("src/lib.rs", env!("CARGO_MANIFEST_DIR")).is_none());
        assert!(Sources::new(vec![]).lines("src/lib.rs", env!("CARGO_MANIFEST_DIR")).is_some());
    }
}
