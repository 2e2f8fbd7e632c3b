//! The section of an ELF file that lists the bitcode of its units, one path per line.
//!
//! Linkers concatenate sections with the same name. The name and the format are those of wllvm and
//! gllvm.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use object::{Object, ObjectSection};

/// The section's name.
pub const SECTION: &str = ".llvm_bc";

/// The distinct units from which an ELF file or an archive of ELF files was built, in order.
pub fn units_of(content: &[u8], path: &Path) -> Vec<PathBuf> {
    let mut units = Vec::new();
    super::archive::for_each_object(content, path, &mut |object| {
        for unit in units_of_object(object) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
    });
    units
}

/// Whether this is an executable or a shared library.
pub fn is_linked(content: &[u8]) -> bool {
    let kind = object::File::parse(content).map(|file| file.kind());
    matches!(kind, Ok(object::ObjectKind::Executable | object::ObjectKind::Dynamic))
}

fn units_of_object(content: &[u8]) -> Vec<PathBuf> {
    let file = object::File::parse(content).ok();
    let section = file.as_ref().and_then(|file| file.section_by_name(SECTION)?.data().ok());
    let lines = section.unwrap_or_default().split(|byte| matches!(byte, b'\n' | 0));
    lines.filter(|it| !it.is_empty()).map(|it| PathBuf::from(OsStr::from_bytes(it))).collect()
}

/// Adds lines to the section. Existing content does not move: the new content and a new section
/// header table are appended. `None` if it is not an ELF file or has too many sections.
pub fn add_units(content: &[u8], units: &[PathBuf]) -> Option<Vec<u8>> {
    let mut file = Elf::of(content)?;
    let mut lines = Vec::new();
    for unit in units {
        lines.extend_from_slice(unit.as_os_str().as_bytes());
        lines.push(b'\n');
    }
    match (0..file.count).find(|&it| file.name(it) == Some(SECTION.as_bytes())) {
        Some(section) => {
            let present = file.data(section)?.to_vec();
            let offset = file.append(&[present, lines].concat(), 1);
            let size = file.content.len() - offset;
            file.set(section, Field::Offset, offset)?;
            file.set(section, Field::Size, size)?;
        }
        None => file.add_section(&lines)?,
    }
    Some(file.content)
}

/// An ELF file of either class and byte order.
struct Elf {
    content: Vec<u8>,
    is_64: bool,
    is_little: bool,
    /// The offset of the section header table, the number of sections, and the index of the section
    /// with their names.
    table: usize,
    count: usize,
    names: usize,
}

/// A field of a section's header.
#[derive(Clone, Copy)]
enum Field {
    Name,
    Type,
    Offset,
    Size,
    Link,
    Alignment,
}

const PROGBITS: usize = 1;
/// The first section number with a special meaning.
const RESERVED: usize = 0xff00;

impl Elf {
    fn of(content: &[u8]) -> Option<Self> {
        let (is_64, is_little) = match content {
            [0x7f, b'E', b'L', b'F', class @ (1 | 2), order @ (1 | 2), ..] => {
                (*class == 2, *order == 1)
            }
            _ => return None,
        };
        let mut file =
            Self { content: content.to_vec(), is_64, is_little, table: 0, count: 0, names: 0 };
        let (table, shape) = file.header();
        file.table = file.read(table, file.word())?;
        file.count = file.read(shape + 2, 2)?;
        file.names = file.read(shape + 4, 2)?;
        // The header of the first section contains the number of sections if it is very large.
        if file.read(shape, 2)? != file.entry() || file.table == 0 || file.count == 0 {
            return None;
        }
        Some(file)
    }

    /// The offsets of the fields in the file header for the location of the table and the size of
    /// its entries.
    fn header(&self) -> (usize, usize) {
        if self.is_64 { (0x28, 0x3a) } else { (0x20, 0x2e) }
    }

    fn word(&self) -> usize {
        if self.is_64 { 8 } else { 4 }
    }

    fn entry(&self) -> usize {
        if self.is_64 { 64 } else { 40 }
    }

    /// The offset in a section header, and the size.
    fn field(&self, field: Field) -> (usize, usize) {
        let word = self.word();
        match field {
            Field::Name => (0, 4),
            Field::Type => (4, 4),
            Field::Offset => (8 + 2 * word, word),
            Field::Size => (8 + 3 * word, word),
            Field::Link => (8 + 4 * word, 4),
            Field::Alignment => (16 + 4 * word, word),
        }
    }

    fn read(&self, position: usize, size: usize) -> Option<usize> {
        let bytes = self.content.get(position..position.checked_add(size)?)?;
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        let value = match self.is_little {
            true => bytes.iter().rev().fold(0, add),
            false => bytes.iter().fold(0, add),
        };
        usize::try_from(value).ok()
    }

    fn write(&mut self, position: usize, size: usize, value: usize) -> Option<()> {
        let mut bytes = (value as u64).to_le_bytes()[..size].to_vec();
        if !self.is_little {
            bytes.reverse();
        }
        self.content.get_mut(position..position.checked_add(size)?)?.copy_from_slice(&bytes);
        Some(())
    }

    fn get(&self, section: usize, field: Field) -> Option<usize> {
        let (position, size) = self.field(field);
        self.read(self.table.checked_add(section * self.entry() + position)?, size)
    }

    fn set(&mut self, section: usize, field: Field, value: usize) -> Option<()> {
        let (position, size) = self.field(field);
        self.write(self.table + section * self.entry() + position, size, value)
    }

    fn data(&self, section: usize) -> Option<&[u8]> {
        let (offset, size) = (self.get(section, Field::Offset)?, self.get(section, Field::Size)?);
        self.content.get(offset..offset.checked_add(size)?)
    }

    fn name(&self, section: usize) -> Option<&[u8]> {
        let names = self.data(self.names)?.get(self.get(section, Field::Name)?..)?;
        names.split(|byte| *byte == 0).next()
    }

    /// Appends bytes, and returns their offset.
    fn append(&mut self, bytes: &[u8], alignment: usize) -> usize {
        self.content.resize(self.content.len().next_multiple_of(alignment), 0);
        let offset = self.content.len();
        self.content.extend_from_slice(bytes);
        offset
    }

    fn add_section(&mut self, lines: &[u8]) -> Option<()> {
        if self.count + 1 >= RESERVED {
            return None;
        }
        let data = self.append(lines, 1);
        let old_names = self.data(self.names)?.to_vec();
        let name = old_names.len();
        let new_names = [&old_names, SECTION.as_bytes(), b"\0"].concat();
        let names = self.append(&new_names, 1);
        let size = self.count * self.entry();
        let mut table = self.content.get(self.table..self.table.checked_add(size)?)?.to_vec();
        table.resize(size + self.entry(), 0);
        self.table = self.append(&table, 8);
        let section = self.count;
        self.count += 1;
        self.set(self.names, Field::Offset, names)?;
        self.set(self.names, Field::Size, new_names.len())?;
        self.set(section, Field::Name, name)?;
        self.set(section, Field::Type, PROGBITS)?;
        self.set(section, Field::Offset, data)?;
        self.set(section, Field::Size, lines.len())?;
        self.set(section, Field::Link, 0)?;
        self.set(section, Field::Alignment, 1)?;
        let (table, shape) = self.header();
        self.write(table, self.word(), self.table)?;
        self.write(shape + 2, 2, self.count)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use super::*;

    /// The test's own executable still runs after the section is added.
    #[test]
    fn units_are_added_to_an_executable() {
        let this = std::env::current_exe().expect("this test");
        let content = fs::read(&this).expect("an executable");
        let units = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert!(units_of(&content, &this).is_empty());
        let once = add_units(&content, &units(&["/a b.bc", "/b.bc"])).expect("an ELF file");
        let twice = add_units(&once, &units(&["/c.bc", "/b.bc"])).expect("an ELF file");
        assert_eq!(units_of(&once, &this), units(&["/a b.bc", "/b.bc"]));
        assert_eq!(units_of(&twice, &this), units(&["/a b.bc", "/b.bc", "/c.bc"]));
        assert!(is_linked(&twice));

        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("copy");
        fs::write(&copy, twice).expect("a copy");
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).expect("an executable");
        let output = Command::new(copy).arg("--list").output().expect("it runs");
        assert!(
            String::from_utf8_lossy(&output.stdout).contains("units_are_added_to_an_executable")
        );
    }

    #[test]
    fn damaged_containers_are_unchanged() {
        let content = fs::read(std::env::current_exe().expect("this test")).expect("an executable");
        let unit = [PathBuf::from("/a.bc")];
        assert_eq!(add_units(b"", &unit), None);
        assert_eq!(add_units(b"!<arch>\n", &unit), None);
        for length in [5, 20, 63, 64, 1000] {
            assert_eq!(add_units(&content[..length], &unit), None);
        }
        assert!(units_of(&content[..1000], Path::new("a")).is_empty());
    }

    /// A header and two sections, the null section and the section names, in each class and byte
    /// order.
    #[test]
    fn each_class_and_byte_order_is_read() {
        for (class, order) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let (is_64, is_little) = (class == 2, order == 1);
            let (header, entry) = if is_64 { (64, 64) } else { (52, 40) };
            let mut content = vec![0; header + 2 * entry];
            content[..7].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, order, 1]);
            let names = content.len();
            content.extend_from_slice(b"\0.names\0");
            let mut file = Elf { content, is_64, is_little, table: header, count: 2, names: 1 };
            let (table, shape) = file.header();
            // A relocatable file, version 1.
            file.write(0x10, 2, 1).expect("in the header");
            file.write(0x14, 4, 1).expect("in the header");
            file.write(table, file.word(), header).expect("in the header");
            file.write(shape - 6, 2, header).expect("in the header");
            for (position, value) in [(0, entry), (2, 2), (4, 1)] {
                file.write(shape + position, 2, value).expect("in the header");
            }
            for (field, value) in
                [(Field::Name, 1), (Field::Type, 3), (Field::Offset, names), (Field::Size, 8)]
            {
                file.set(1, field, value).expect("in the table");
            }
            let units = [PathBuf::from("/a.bc")];
            let added = add_units(&file.content, &units).expect("an ELF file");
            assert_eq!(units_of(&added, Path::new("a.o")), units, "class {class}, order {order}");
        }
    }
}
