//! The output: a folder, or one page that contains everything.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;

/// The result of writing a file: its name with the error.
pub type Written = Result<(), (String, io::Error)>;

/// The scripts of the front end, in the order in which they run.
const SCRIPTS: [(&str, &str); 7] = [
    ("core.js", include_str!("../front/core.js")),
    ("search.js", include_str!("../front/search.js")),
    ("code.js", include_str!("../front/code.js")),
    ("details.js", include_str!("../front/details.js")),
    ("graph.js", include_str!("../front/graph.js")),
    ("views.js", include_str!("../front/views.js")),
    ("start.js", include_str!("../front/start.js")),
];
const STYLE: &str = include_str!("../front/style.css");
const PAGE: &str = include_str!("../front/index.html");

/// The destination of the files.
pub struct Output {
    folder: PathBuf,
    /// For a single file: the scripts, by key.
    chunks: Option<Mutex<BTreeMap<String, String>>>,
}

impl Output {
    /// Writes to a folder of files, which must exist and be empty.
    pub fn folder(folder: &Path) -> Self {
        Self { folder: folder.into(), chunks: None }
    }

    /// Writes to a single file, `index.html` in this folder.
    pub fn single_file(folder: &Path) -> Self {
        Self { folder: folder.into(), chunks: Some(Mutex::default()) }
    }

    /// Writes a part of the data, which the front end identifies by `key`.
    ///
    /// # Errors
    ///
    /// When the file cannot be written: its name, and the error.
    pub fn chunk(&self, key: &str, data: &impl Serialize) -> Written {
        let name = format!("data/{key}.js");
        let fail = |error| (name.clone(), error);
        let json = serde_json::to_string(data).map_err(|error| fail(error.into()))?;
        let script = format!("irlog({},{});\n", harmless(&format!("{key:?}")), harmless(&json));
        match &self.chunks {
            Some(chunks) => {
                let mut chunks = chunks.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                chunks.insert(key.into(), script);
                Ok(())
            }
            None => self.file(&name, &script),
        }
    }

    /// Writes the front end, including the data if the output is a single file.
    ///
    /// # Errors
    ///
    /// When a file cannot be written: its name, and the error.
    pub fn finish(&self, title: &str) -> Written {
        let Some(chunks) = &self.chunks else {
            let scripts =
                SCRIPTS.iter().map(|(name, _)| format!("<script src=\"app/{name}\"></script>\n"));
            let scripts = scripts.collect::<String>() + "<script src=\"data/index.js\"></script>\n";
            self.file("app/style.css", STYLE)?;
            for (name, script) in SCRIPTS {
                self.file(&format!("app/{name}"), script)?;
            }
            let style = "<link rel=\"stylesheet\" href=\"app/style.css\">";
            return self.file("index.html", &page(title, style, &scripts, "'self' file:"));
        };
        let chunks = chunks.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let data = chunks.iter().filter(|(key, _)| *key != "index").map(|(_, script)| script);
        let all = SCRIPTS.iter().map(|(_, script)| *script).chain(data.map(String::as_str));
        let all = all.chain(chunks.get("index").map(String::as_str));
        let scripts: String = all.map(|it| format!("<script>\n{it}</script>\n")).collect();
        let style = format!("<style>\n{STYLE}</style>");
        self.file("index.html", &page(title, &style, &scripts, "'unsafe-inline'"))
    }

    fn file(&self, name: &str, content: &str) -> Written {
        let path = self.folder.join(name);
        let write = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&path, content)
        };
        write().map_err(|error| (name.into(), error))
    }
}

/// The page, whose content security policy permits code and styles only from `allowed` sources.
fn page(title: &str, style: &str, scripts: &str, allowed: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    // Replaced in one pass, because an inserted text may itself contain such a placeholder.
    let mut page = String::with_capacity(PAGE.len() + style.len() + scripts.len());
    for (number, part) in PAGE.split("{{").enumerate() {
        let (word, rest) =
            if number == 0 { ("", part) } else { part.split_once("}}").unwrap_or(("", part)) };
        page += match word {
            "title" => &title,
            "style" => style,
            "scripts" => scripts,
            "allowed" => allowed,
            _ => "",
        };
        page += rest;
    }
    page
}

/// Escapes JSON for a script in a page: `<` must not end the script or start a comment, and line
/// separators must not end the line.
fn harmless(json: &str) -> String {
    if !json.contains(['<', '\u{2028}', '\u{2029}']) {
        return json.into();
    }
    // These characters only occur in strings.
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script_that_it_is_in() {
        let folder = std::env::temp_dir();
        let output = Output::single_file(&folder);
        output.chunk("f/0", &["</script><script>alert(1)</script>", "<!--", "\u{2028}"]).unwrap();
        let chunks = output.chunks.unwrap().into_inner().unwrap();
        let script = &chunks["f/0"];
        assert!(!script.contains(['<', '\u{2028}']), "{script}");
        let json = script.trim_end().strip_prefix("irlog(\"f/0\",").unwrap();
        let texts: Vec<String> = serde_json::from_str(json.strip_suffix(");").unwrap()).unwrap();
        assert_eq!(texts, ["</script><script>alert(1)</script>", "<!--", "\u{2028}"]);
    }

    #[test]
    fn inserted_texts_are_not_expanded_again() {
        let page = page("{{scripts}}<b>", "", "SCRIPTS", "");
        assert!(page.contains("{{scripts}}&lt;b>"), "{page}");
        assert_eq!(page.matches("SCRIPTS").count(), 1);
    }
}
