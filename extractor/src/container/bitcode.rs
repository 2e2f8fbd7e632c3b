//! Bitcode that contains several modules.
//!
//! `llvm-cat -b` and clang with `-fsplit-lto-unit` write several modules into one file, and a
//! linker concatenates the sections of its inputs. LLVM's C API reads only one module.
//!
//! LLVM's page "LLVM Bitcode File Format" defines the format: a magic number followed by blocks. A
//! block starts with a word for its kind and a word for its length.

use std::borrow::Cow;

const MAGIC: &[u8] = b"BC\xC0\xDE";
const WRAPPER_MAGIC: &[u8] = &[0xDE, 0xC0, 0x17, 0x0B];
/// One word each for magic number, version, offset, size and processor type.
const WRAPPER_LENGTH: usize = 20;

const MODULE: u8 = 8;
const IDENTIFICATION: u8 = 13;
const STRING_TABLE: u8 = 23;

/// LLVM ignores trailing data up to this length, because some archivers append garbage.
const GARBAGE: usize = 8;

/// Whether the content starts like bitcode, with or without a wrapper.
pub fn is_bitcode(content: &[u8]) -> bool {
    content.starts_with(MAGIC) || content.starts_with(WRAPPER_MAGIC)
}

/// Splits the content into its modules, each as a separate file. Zeros around the modules are
/// padding.
///
/// The first byte that is neither a module nor padding starts one last module that extends to the
/// end, which LLVM rejects.
pub fn split(content: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let mut modules = Vec::new();
    let mut pending = vec![content];
    while let Some(part) = pending.pop() {
        let part = without_padding(part);
        if let Some((inner, after)) = unwrapped(part) {
            pending.extend([after, inner]);
            continue;
        }
        let blocks = blocks(part);
        let end = blocks.last().map_or(0, |block| block.end);
        let rest = without_padding(&part[end..]);
        let is_last = rest.len() <= GARBAGE;
        if end == 0 || !(is_last || is_bitcode(rest)) {
            if !part.is_empty() {
                modules.push(part.into());
            }
            continue;
        }
        match blocks.iter().filter(|block| block.kind == MODULE).count() {
            0 | 1 => modules.push(part[..end].into()),
            _ => modules.extend(single_modules(part, &blocks).into_iter().map(Cow::Owned)),
        }
        if !is_last {
            pending.push(rest);
        }
    }
    modules
}

fn without_padding(content: &[u8]) -> &[u8] {
    let start = content.iter().position(|&byte| byte != 0).unwrap_or(content.len());
    &content[start..]
}

/// The content of a wrapper, and the data after the wrapper.
fn unwrapped(content: &[u8]) -> Option<(&[u8], &[u8])> {
    if !content.starts_with(WRAPPER_MAGIC) {
        return None;
    }
    let start = word(content, 8)? as usize;
    let end = start.checked_add(word(content, 12)? as usize)?;
    let inner = content.get(start..end)?;
    // Without this condition, a wrapper that contains itself would lead to an infinite loop.
    (start >= WRAPPER_LENGTH).then_some((inner, &content[end..]))
}

/// A block at the outermost level.
#[derive(Clone, Copy)]
struct Block {
    kind: u8,
    start: usize,
    end: usize,
}

/// The blocks after the magic number, up to the first incomplete block.
fn blocks(content: &[u8]) -> Vec<Block> {
    /// The two-bit code that starts a block.
    const ENTER_BLOCK: u32 = 1;
    let mut blocks = Vec::new();
    let mut start = MAGIC.len();
    if !content.starts_with(MAGIC) {
        return blocks;
    }
    while let (Some(head), Some(length)) = (word(content, start), word(content, start + 4)) {
        // The kind is a number of variable length, but all kinds fit into its first chunk.
        let kind = (head >> 2) as u8;
        let end = start as u64 + 8 + u64::from(length) * 4;
        if head & 3 != ENTER_BLOCK || kind >= 0x80 || end > content.len() as u64 {
            break;
        }
        blocks.push(Block { kind, start, end: end as usize });
        start = end as usize;
    }
    blocks
}

fn word(content: &[u8], start: usize) -> Option<u32> {
    let bytes = content.get(start..start.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// The modules of a file that contains several. Each module includes its identification block and
/// the next string table, which several modules can share. Offsets in a module are relative to its
/// identification block, so the module can be moved.
fn single_modules(content: &[u8], blocks: &[Block]) -> Vec<Vec<u8>> {
    let mut modules = Vec::new();
    for (position, module) in blocks.iter().enumerate().filter(|it| it.1.kind == MODULE) {
        let before = position.checked_sub(1).map(|it| blocks[it]);
        let identification = before.filter(|block| block.kind == IDENTIFICATION);
        let strings = blocks[position..].iter().find(|block| block.kind == STRING_TABLE).copied();
        let parts = [identification, Some(*module), strings].into_iter().flatten();
        let parts: Vec<_> = parts.map(|block| &content[block.start..block.end]).collect();
        modules.push([MAGIC, &parts.concat()].concat());
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a file with one block for each pair of kind and content.
    fn file(blocks: &[(u8, u32)]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        for (kind, content) in blocks {
            // Abbreviation ids within the block are three bits wide.
            file.extend((1 | u32::from(*kind) << 2 | 3 << 10).to_le_bytes());
            file.extend(1u32.to_le_bytes());
            file.extend(content.to_le_bytes());
        }
        file
    }

    fn wrapped(file: &[u8]) -> Vec<u8> {
        let words = [0x0B17_C0DE, 0, 20, file.len() as u32, 7];
        let mut wrapped: Vec<u8> = words.iter().flat_map(|it: &u32| it.to_le_bytes()).collect();
        wrapped.extend(file);
        wrapped
    }

    #[test]
    fn modules_keep_their_identification_and_strings() {
        let several =
            [(13, 1), (8, 2), (23, 3), (13, 4), (8, 5), (13, 6), (8, 7), (23, 8), (25, 9)];
        let expected =
            [[(13, 1), (8, 2), (23, 3)], [(13, 4), (8, 5), (23, 8)], [(13, 6), (8, 7), (23, 8)]];
        assert_eq!(split(&file(&several)), expected.map(|it| file(&it)));
    }

    #[test]
    fn adjacent_files_are_distinguished() {
        let (first, second) = (file(&[(13, 1), (8, 0), (23, 2)]), file(&[(8, 0)]));
        let padding: &[u8] = &[0; 5];
        for [a, b] in [[&first, &second], [&second, &first]] {
            let both = vec![a.clone(), b.clone()];
            assert_eq!(split(&[a.as_slice(), b].concat()), both);
            assert_eq!(split(&[padding, a, padding, b, padding].concat()), both);
            assert_eq!(split(&[&wrapped(a), padding, &wrapped(b), padding].concat()), both);
        }
        assert!(split(padding).is_empty());
    }

    #[test]
    fn damaged_bitcode_is_passed_to_llvm() {
        let whole = file(&[(13, 1), (8, 2), (13, 3), (8, 4)]);
        for length in 1..whole.len() {
            let modules = split(&whole[..length]);
            assert!(!modules.is_empty(), "{length}");
        }
        let garbage = [&whole[..], b"something else"].concat();
        assert_eq!(split(&garbage), [garbage.as_slice()]);
        // A wrapper that exceeds the file, and a wrapper that contains itself.
        let mut wrapper = wrapped(&whole);
        wrapper.truncate(40);
        assert_eq!(split(&wrapper), [wrapper.as_slice()]);
        let mut wrapper = wrapped(&whole);
        wrapper[8] = 0;
        assert_eq!(split(&wrapper), [wrapper.as_slice()]);
    }
}
