//! Creates bitcode, objects and archives.

use extractor::Input;
use extractor::inkwell::context::Context;
use object::write::{Object, StandardSegment};
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

/// Bitcode that defines a function with this name.
pub fn bitcode(function: &str) -> Vec<u8> {
    bitcode_of(&format!("define void @{function}() {{\n  ret void\n}}\n"))
}

/// Bitcode for this textual IR.
pub fn bitcode_of(text: &str) -> Vec<u8> {
    let context = Context::create();
    let input = Input { name: "text".to_owned(), content: text.as_bytes().to_vec() };
    let module = extractor::read(&context, &input).expect("a module");
    let buffer = module.write_bitcode_to_memory();
    // The buffer ends with a NUL that does not belong to the file.
    let bytes = buffer.as_slice();
    bytes[..bytes.len() / 4 * 4].to_vec()
}

/// The bitcode in a wrapper, as Apple's compilers write it.
pub fn wrapped(bitcode: &[u8]) -> Vec<u8> {
    let words = [0x0B17_C0DE, 0, 20, bitcode.len() as u32, 7];
    let mut wrapped: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    wrapped.extend(bitcode);
    wrapped.resize(wrapped.len().next_multiple_of(16), 0);
    wrapped
}

/// An object file with a section of this name and content.
pub fn object(format: BinaryFormat, section: &str, content: &[u8]) -> Vec<u8> {
    let mut object = Object::new(format, Architecture::X86_64, Endianness::Little);
    let text = object.segment_name(StandardSegment::Text).to_vec();
    let code = object.add_section(text, b".text".to_vec(), SectionKind::Text);
    object.append_section_data(code, &[0xC3], 16);
    let segment = match format {
        BinaryFormat::MachO => b"__LLVM".to_vec(),
        _ => Vec::new(),
    };
    let section = object.add_section(segment, section.as_bytes().to_vec(), SectionKind::Other);
    object.append_section_data(section, content, 1);
    object.write().expect("an object")
}

/// An ELF object with a section of this name and content.
pub fn elf(section: &str, content: &[u8]) -> Vec<u8> {
    object(BinaryFormat::Elf, section, content)
}

type Member<'m> = (&'m str, Vec<u8>);

/// An archive as GNU's `ar` writes it.
pub fn archive(members: &[Member]) -> Vec<u8> {
    let names = members.iter().map(|(name, _)| name.as_bytes().to_vec()).collect();
    let mut archive = ar::GnuBuilder::new(Vec::new(), names);
    for (name, content) in members {
        let header = ar::Header::new(name.as_bytes().to_vec(), content.len() as u64);
        archive.append(&header, content.as_slice()).expect("memory");
    }
    archive.into_inner().expect("memory")
}

/// An archive as the `ar` of macOS writes it.
pub fn bsd_archive(members: &[Member]) -> Vec<u8> {
    let mut archive = ar::Builder::new(Vec::new());
    for (name, content) in members {
        let header = ar::Header::new(name.as_bytes().to_vec(), content.len() as u64);
        archive.append(&header, content.as_slice()).expect("memory");
    }
    archive.into_inner().expect("memory")
}

/// A thin archive: a table of names, and a header without content for each member.
pub fn thin_archive(members: &[(&str, usize)]) -> Vec<u8> {
    let header = |name: &str, length| {
        format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, 0, 644)
    };
    let mut table: String = members.iter().map(|(name, _)| format!("{name}/\n")).collect();
    table += if table.len() % 2 == 1 { "\n" } else { "" };
    let mut archive = format!("!<thin>\n{}{table}", header("//", table.len()));
    let mut start = 0;
    for (name, length) in members {
        archive += &header(&format!("/{start}"), *length);
        start += name.len() + 2;
    }
    archive.into_bytes()
}

/// A universal file of macOS with these slices.
pub fn universal(slices: &[(object::macho::CpuType, &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    for word in [object::macho::FAT_MAGIC, slices.len() as u32] {
        file.extend(word.to_be_bytes());
    }
    let mut start = 8 + 20 * slices.len();
    for (processor, slice) in slices {
        for word in [processor.0, 3, start as u32, slice.len() as u32, 0] {
            file.extend(word.to_be_bytes());
        }
        start += slice.len();
    }
    slices.iter().for_each(|(_, slice)| file.extend(*slice));
    file
}
