//! Reads modules, links them, and finds their producers.

use facts_schema::{BitcodeProducer, Facts};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use llvm_bitcode::read::BlockItem;
use llvm_bitcode::{BitStreamReader, bitcode};

use crate::llvm::{self, session};
use crate::{Error, Input, Phase, extract};

/// Block and record numbers of the identification block, in LLVM's bitcode format.
const IDENTIFICATION_BLOCK: u32 = 13;
const IDENTIFICATION_STRING: u64 = 1;
const IDENTIFICATION_EPOCH: u64 = 2;

/// Reads the inputs into `context`, links them if there are several, and returns their relations.
pub fn load(
    context: &Context,
    inputs: &[Input],
    on_phase: &mut dyn FnMut(Phase),
) -> Result<Facts, Error> {
    let module = read_and_link(context, inputs, on_phase)?;
    #[cfg(feature = "llvm19-1")]
    session::show_debug_records(&module);
    let mut facts = extract::extract(llvm::Module::new(&module), on_phase);
    // The context frees the module.
    std::mem::forget(module);
    for (input, position) in inputs.iter().zip(0..) {
        if let Some((producer, epoch)) = producer(&input.content) {
            let producer = facts.texts.intern(&producer);
            facts.bitcode_producer.push(BitcodeProducer { position, producer, epoch });
        }
    }
    Ok(facts)
}

/// Reads the inputs into `context`, and links them if there are several.
pub fn read_and_link<'c>(
    context: &'c Context,
    inputs: &[Input],
    on_phase: &mut dyn FnMut(Phase),
) -> Result<Module<'c>, Error> {
    let mut linked: Option<Module> = None;
    for input in inputs {
        on_phase(Phase::Reading(&input.name));
        let module = read(context, input)?;
        linked = Some(match linked {
            None => module,
            Some(first) => {
                on_phase(Phase::Linking(&input.name));
                link(context, first, module, &input.name)?
            }
        });
    }
    Ok(linked.unwrap_or_else(|| context.create_module("")))
}

/// Reads the input as it is.
pub fn read<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, Error> {
    session::prepare();
    let fail = |message| Error::Read { input: input.name.clone(), message };
    if input.content.is_empty() {
        return Err(fail("the input is empty".to_owned()));
    }
    // LLVM reads text up to a NUL, which a copy has at its end.
    let buffer = MemoryBuffer::create_from_memory_range_copy(&input.content, &input.name);
    let (result, errors) =
        session::with_diagnostics(context, || context.create_module_from_ir(buffer));
    match (result, errors.as_slice()) {
        (Ok(module), []) => Ok(module),
        (Ok(_), [error, ..]) => Err(fail(explain(input, error))),
        (Err(message), _) => Err(fail(explain(input, &message.to_string()))),
    }
}

fn link<'c>(
    context: &'c Context,
    first: Module<'c>,
    second: Module<'c>,
    name: &str,
) -> Result<Module<'c>, Error> {
    let (result, _) = session::with_diagnostics(context, || first.link_in_module(second));
    match result {
        Ok(()) => Ok(first),
        Err(message) => {
            let mut message = one_line(&message.to_string());
            if name.ends_with(')') {
                message += "; select single members of an archive as in libfoo.a(member.o)";
            }
            Err(Error::Link { input: name.to_owned(), message })
        }
    }
}

/// LLVM's message on one line, with advice.
fn explain(input: &Input, message: &str) -> String {
    // LLVM uses another name for `-`.
    let message = [input.name.as_str(), "<stdin>"]
        .iter()
        .find_map(|name| message.strip_prefix(name))
        .unwrap_or(message);
    let message = one_line(message.trim_start_matches(':').trim_start());
    let message = match message.split_once(": error: ") {
        // Textual IR has messages like `3:5: error: …`.
        Some((place, rest)) if place.split(':').all(|part| part.parse::<u32>().is_ok()) => {
            let (line, column) = place.split_once(':').unwrap_or((place, "1"));
            format!("line {line}, column {column}: {rest}")
        }
        _ => message.strip_prefix("error: ").unwrap_or(&message).to_owned(),
    };
    let (major, minor, patch) = crate::llvm_version();
    if let Some(producer) = newer_producer(&message, &input.content, major) {
        return format!(
            "written by {producer}, which is newer than the LLVM {major}.{minor}.{patch} that \
             irlog uses ({message}); compile it with LLVM {major} or older"
        );
    }
    if is_bitcode(&input.content) {
        format!("LLVM {major}.{minor}.{patch} cannot read this bitcode: {message}")
    } else if std::str::from_utf8(&input.content).is_ok() {
        format!("not textual LLVM IR: {message}")
    } else {
        format!("neither LLVM bitcode nor textual IR: {message}")
    }
}

fn one_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// The producer of a module that LLVM rejects with this message, if its version is above `reader`
/// or the epoch of its bitcode is unknown to `reader`.
fn newer_producer(message: &str, content: &[u8], reader: u32) -> Option<String> {
    // LLVM has read the block that names the producer at this point, but does not report it.
    if message.contains("Incompatible epoch") {
        let (producer, _) = producer(content)?;
        return Some(String::from_utf8_lossy(&producer).into_owned());
    }
    let (_, after) = message.split_once("Producer: '")?;
    let (producer, _) = after.split_once('\'')?;
    let version = producer.trim_start_matches(|character: char| !character.is_ascii_digit());
    let major: u32 = version.split('.').next()?.parse().ok()?;
    (major > reader).then(|| producer.to_owned())
}

fn is_bitcode(content: &[u8]) -> bool {
    content.starts_with(b"BC\xC0\xDE") || content.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

/// The producer and the epoch in the identification block of bitcode that LLVM has read.
fn producer(content: &[u8]) -> Option<(Vec<u8>, u32)> {
    if !is_bitcode(content) {
        return None;
    }
    let (_, stream) = bitcode::Signature::parse(content)?;
    let mut reader = BitStreamReader::new();
    let mut blocks = reader.iter_bitcode(stream);
    while let Ok(Some(item)) = blocks.try_next() {
        let BlockItem::Block(mut block) = item else { continue };
        if block.id != IDENTIFICATION_BLOCK {
            continue;
        }
        let (mut producer, mut epoch) = (None, 0);
        while let Ok(Some(item)) = block.try_next() {
            let BlockItem::Record(mut record) = item else { continue };
            match record.id {
                IDENTIFICATION_STRING => producer = record.string().ok(),
                IDENTIFICATION_EPOCH => epoch = record.u32().unwrap_or(0),
                _ => {}
            }
        }
        return producer.map(|producer| (producer, epoch));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(content: &[u8]) -> Input {
        Input { name: "a.ll".to_owned(), content: content.to_vec() }
    }

    fn message(content: &[u8]) -> String {
        match crate::load(&[input(content)], &mut |_| ()) {
            Ok(_) => panic!("it was read"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn unreadable_inputs_are_reported_in_one_line() {
        assert_eq!(message(b""), "a.ll: the input is empty");
        let text = message(b"declare void @f()\nhello\n");
        assert!(text.starts_with("a.ll: not textual LLVM IR: line 2, column 1: "), "{text}");
        let text = message(b"\x7fELF\xff\xff");
        assert!(text.starts_with("a.ll: neither LLVM bitcode nor textual IR"), "{text}");
        let text = message(b"BC\xC0\xDE\x35\x14\0\0");
        assert!(text.contains("cannot read this bitcode"), "{text}");
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn newer_and_older_producers_are_distinguished() {
        let message = "Invalid record (Producer: 'LLVM23.1.0' Reader: 'LLVM 22.1.2')";
        assert_eq!(newer_producer(message, b"", 22), Some("LLVM23.1.0".to_owned()));
        assert_eq!(newer_producer(message, b"", 23), None);
    }

    #[test]
    fn two_definitions_of_one_symbol_cannot_be_linked() {
        let text = b"define void @f() { ret void }";
        let error =
            crate::load(&[input(text), input(text)], &mut |_| ()).expect_err("both define @f");
        assert!(matches!(error, Error::Link { .. }), "{error}");
    }
}
