//! The destination of pages: a folder or a file that appears when it is complete.

use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

use anyhow::{Context, bail, ensure};

/// The destination of pages.
pub struct Destination<'p> {
    /// The folder or file.
    pub path: &'p Path,
    /// Whether it is a file.
    pub is_file: bool,
    /// Whether existing pages are replaced.
    pub replace: bool,
}

/// The entries of a folder of pages.
const ENTRIES: [&str; 3] = ["app", "data", "index.html"];
/// The start of every page.
const MARK: &str = "<!doctype html>\n<!-- pages of irlog explore -->";

impl Destination<'_> {
    /// Checks that pages can be written there, before the work is done.
    ///
    /// # Errors
    ///
    /// When something exists that must not be replaced, or nothing can be written.
    pub fn check(&self) -> anyhow::Result<()> {
        let name = self.path.display();
        match fs::symlink_metadata(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).context(format!("cannot write {name}")),
            Ok(_) if !self.replace => bail!("{name} already exists; --force replaces it"),
            Ok(found) if found.is_dir() == self.is_file || found.is_symlink() => {
                let kind = if self.is_file { "a file" } else { "a folder" };
                bail!(
                    "{name} is not {kind}, and --force only replaces pages of irlog; choose another name"
                );
            }
            Ok(_) => self.check_only_pages()?,
        }
        let parent = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        let is_folder =
            fs::metadata(parent).with_context(|| format!("cannot write {name}"))?.is_dir();
        ensure!(is_folder, "cannot write {name}: {} is not a folder", parent.display());
        Ok(())
    }

    fn check_only_pages(&self) -> anyhow::Result<()> {
        let name = self.path.display();
        let page = if self.is_file { self.path.into() } else { self.path.join("index.html") };
        let is_ours = fs::read(&page).is_ok_and(|it| it.starts_with(MARK.as_bytes()));
        if !self.is_file {
            for entry in fs::read_dir(self.path).with_context(|| format!("cannot read {name}"))? {
                let entry = entry?.file_name();
                let is_page = is_ours && ENTRIES.iter().any(|it| entry.to_str() == Some(it));
                ensure!(
                    is_page,
                    "{name} contains {entry:?}, which is not part of the pages of irlog; move it away or choose \
                     another folder"
                );
            }
            return Ok(());
        }
        ensure!(is_ours, "{name} is not a page of irlog; move it away or choose another file");
        Ok(())
    }

    /// Writes the pages: `fill` writes into the folder `temporary`, which does not exist yet, and the result is moved
    /// to the destination.
    ///
    /// # Errors
    ///
    /// As for [`Destination::check`], when `fill` fails, and when writing fails. Then nothing is changed.
    pub fn fill(
        &self,
        temporary: &Path,
        fill: impl FnOnce(&Path) -> Result<(), (String, io::Error)>,
    ) -> anyhow::Result<()> {
        let name = self.path.display();
        fs::create_dir(temporary).with_context(|| format!("cannot write {name}"))?;
        fill(temporary).map_err(|(file, error)| {
            let file = if self.is_file { self.path.into() } else { self.path.join(file) };
            anyhow::Error::new(error).context(format!("cannot write {}", file.display()))
        })?;
        self.check()?;
        self.install(temporary).with_context(|| format!("cannot write {name}"))
    }

    fn install(&self, temporary: &Path) -> io::Result<()> {
        if self.is_file {
            fs::rename(temporary.join("index.html"), self.path)?;
            return fs::remove_dir_all(temporary);
        }
        if fs::symlink_metadata(self.path).is_err() {
            return fs::rename(temporary, self.path);
        }
        let mut aside = OsString::from(temporary);
        aside.push(".replaced");
        fs::rename(self.path, &aside)?;
        let moved = fs::rename(temporary, self.path);
        if moved.is_err() {
            // The old pages are restored.
            fs::rename(&aside, self.path)?;
            return moved;
        }
        fs::remove_dir_all(&aside)
    }
}
