//! Any file is either opened or rejected with a one-line message.

use object::BinaryFormat;
use object::macho::CPU_TYPE_X86_64;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::make::{archive, bitcode, bsd_archive, elf, object, thin_archive, universal};
use crate::open;

fn containers() -> Vec<Vec<u8>> {
    let f = bitcode("f");
    let embedded = elf(".llvmbc", &[&f[..], &[0; 5], &bitcode("g")].concat());
    let apple = object(BinaryFormat::MachO, "__bitcode", &f);
    let members =
        [("a-name-that-is-too-long-for-the-header.o", f.clone()), ("b.o", embedded.clone())];
    vec![
        [f.clone(), bitcode("g")].concat(),
        object(BinaryFormat::Coff, ".llvm.lto", &f),
        universal(&[(CPU_TYPE_X86_64, &apple)]),
        archive(&members),
        bsd_archive(&members),
        thin_archive(&[("f.o", 7)]),
        elf(".llvm_bc", b"f.bc\n"),
        apple,
        embedded,
    ]
}

fn opens_or_refuses(content: &[u8]) {
    match open(content) {
        Ok(opened) => assert!(!opened.modules.is_empty()),
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
}

#[test]
fn truncated_containers() {
    for container in containers() {
        for length in 0..container.len() {
            opens_or_refuses(&container[..length]);
        }
    }
}

proptest! {
    #[test]
    fn changed_containers(
        which in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6),
    ) {
        let containers = containers();
        let mut container = which.get(&containers).clone();
        for (place, byte) in changes {
            let place = place.index(container.len());
            container[place] = byte;
        }
        opens_or_refuses(&container);
    }
}
