//! The texts of a program, and the resolution of includes.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::syntax::{Span, TextId};

/// The name of a text from the command line.
pub const EXPRESSION: &str = "<expression>";

/// The file that declares the relations of exported facts. These are always known here, so
/// including it has no effect.
const SCHEMA: &str = "schema.dl";

/// Reads a file.
type Read = Box<dyn Fn(&Path) -> io::Result<Vec<u8>>>;

/// The texts of a program.
pub struct Texts {
    texts: Vec<Text>,
    read: Read,
    folders: Vec<PathBuf>,
    library: &'static [(&'static str, &'static str)],
}

/// One text.
struct Text {
    name: String,
    text: Rc<str>,
    /// Whether it contains `.once`, so that it is not included again.
    is_once: bool,
    /// Whether it belongs to the library, and can only include texts of the library.
    is_built_in: bool,
}

/// The text that an included name denotes.
pub(crate) enum Included {
    /// No text has to be parsed.
    Nothing,
    /// A text.
    Text(TextId),
}

impl Default for Texts {
    fn default() -> Self {
        Self::new()
    }
}

impl Texts {
    /// Creates an empty collection. Files are read from the file system, and there is no library.
    pub fn new() -> Self {
        Self {
            texts: Vec::new(),
            read: Box::new(|path| std::fs::read(path)),
            folders: Vec::new(),
            library: &[],
        }
    }

    /// Sets another function to read included files.
    #[must_use]
    pub fn with_files(self, read: impl Fn(&Path) -> io::Result<Vec<u8>> + 'static) -> Self {
        Self { read: Box::new(read), ..self }
    }

    /// Sets the folders that are searched for included files after the folder of the including
    /// file.
    #[must_use]
    pub fn with_folders(self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { folders: folders.into_iter().collect(), ..self }
    }

    /// Sets the built-in texts, by the name with which they are included, such as `irlog/taint.dl`.
    /// Each is included at most once.
    #[must_use]
    pub fn with_library(self, library: &'static [(&'static str, &'static str)]) -> Self {
        Self { library, ..self }
    }

    /// Adds the text of a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Rc<str>>) -> TextId {
        let id = TextId(self.texts.len() as u32);
        self.texts.push(Text {
            name: name.into(),
            text: text.into(),
            is_once: false,
            is_built_in: false,
        });
        id
    }

    /// Adds a text from the command line, whose final full stop is optional.
    pub fn add_expression(&mut self, text: &str) -> TextId {
        self.add(EXPRESSION, text)
    }

    /// The text with this id.
    ///
    /// # Panics
    ///
    /// If the id belongs to other texts.
    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.0 as usize].text
    }

    /// The name of the file, or `<expression>`.
    ///
    /// # Panics
    ///
    /// If the id belongs to other texts.
    pub fn name(&self, id: TextId) -> &str {
        &self.texts[id.0 as usize].name
    }

    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// All texts, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = TextId> + use<> {
        (0..self.texts.len() as u32).map(TextId)
    }

    /// The line and the column of the start of a location, both from 1. Columns count characters.
    pub fn line_and_column(&self, span: Span) -> (usize, usize) {
        let text = self.text(span.text);
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }

    /// The lines of the comment directly above the line of a location.
    pub(crate) fn comment_before(&self, span: Span) -> Vec<&str> {
        let before = self.text(span.text).get(..span.start as usize).unwrap_or_default();
        let (above, _) = before.rsplit_once('\n').unwrap_or_default();
        let comment = above.lines().rev().map_while(|line| line.trim().strip_prefix("//"));
        let mut lines: Vec<&str> = comment.map(str::trim).collect();
        lines.reverse();
        lines
    }

    /// The text, shared so that it can be kept while texts are added.
    pub(crate) fn share(&self, id: TextId) -> Rc<str> {
        Rc::clone(&self.texts[id.0 as usize].text)
    }

    /// Records that a text is not included again.
    pub(crate) fn set_once(&mut self, id: TextId) {
        self.texts[id.0 as usize].is_once = true;
    }

    /// Resolves an include by name. The error explains why it cannot be read.
    pub(crate) fn include(&mut self, from: TextId, name: &str) -> Result<Included, String> {
        if Path::new(name).file_name().is_some_and(|it| it == SCHEMA) {
            return Ok(Included::Nothing);
        }
        let beside = Path::new(self.name(from)).parent().map(|it| it.join(name));
        let in_folders = self.folders.iter().map(|it| it.join(name));
        let paths: Vec<_> = beside.into_iter().chain(in_folders).collect();
        let is_built_in = self.texts[from.0 as usize].is_built_in;
        for path in paths.into_iter().filter(|_| !is_built_in) {
            match (self.read)(&path) {
                Ok(bytes) => {
                    let shown = path.display().to_string();
                    let text =
                        String::from_utf8(bytes).map_err(|_| format!("`{shown}` is not UTF-8"))?;
                    return self.check_size(&text).map(|()| self.add_once(shown, text));
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                    ) => {}
                Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
            }
        }
        let Some((_, text)) = self.library.iter().find(|(known, _)| *known == name) else {
            return Err(format!("cannot find `{name}`"));
        };
        let included = self.add_once(name.to_owned(), (*text).to_owned());
        if let Included::Text(id) = included {
            self.set_once(id);
            self.texts[id.0 as usize].is_built_in = true;
        }
        Ok(included)
    }

    fn check_size(&self, text: &str) -> Result<(), String> {
        u32::try_from(text.len())
            .map(|_| ())
            .map_err(|_| "files of 4 GiB and more are not supported".to_owned())
    }

    /// Adds a text unless it is already known and included only once.
    fn add_once(&mut self, name: String, text: String) -> Included {
        if self.texts.iter().any(|it| it.is_once && it.name == name) {
            return Included::Nothing;
        }
        Included::Text(self.add(name, text))
    }

    /// The names of the built-in texts.
    pub(crate) fn library_names(&self) -> impl Iterator<Item = &'static str> {
        self.library.iter().map(|(name, _)| *name)
    }
}
