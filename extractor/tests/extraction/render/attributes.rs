//! Attributes.

use facts_schema::*;

use super::{Renderer, commas};
use crate::index::Strict;

impl Renderer<'_> {
    /// An attribute, rendered from its parts if they are complete.
    pub fn attribute(&self, attribute: AttributeId) -> String {
        let name = self.facts.display(self.index.attribute.get(attribute).name).into_owned();
        if let Some(row) = self.index.attribute_string.find(attribute) {
            // LLVM escapes the value, but not the name.
            let name = format!("\"{name}\"");
            return match self.facts.text(row.string) {
                b"" => name,
                _ => format!("{name}={}", self.quoted(row.string)),
            };
        }
        if let Some(row) = self.index.attribute_type.find(attribute) {
            return format!("{name}({})", self.type_text(row.r#type));
        }
        match self.index.attribute_integer.find(attribute) {
            Some(row) => self.integer_attribute(&name, row.integer),
            None if matches!(name.as_str(), "range" | "initializes") => {
                self.range_attribute(attribute, &name)
            }
            None => name,
        }
    }

    /// `range(i32 0, 10)` or `initializes((0, 4), (8, 12))`.
    fn range_attribute(&self, attribute: AttributeId, name: &str) -> String {
        let ranges = self.index.attribute_range.list(attribute, |row| row.position);
        let mut ranges = ranges.iter().map(|row| {
            format!("{}, {}", self.facts.display(row.lower), self.facts.display(row.upper))
        });
        if name == "initializes" {
            return format!("initializes({})", commas(ranges.map(|range| format!("({range})"))));
        }
        // The type is the type of the value that has the attribute; only the symbol repeats it.
        let symbol = self.facts.symbol(attribute);
        let r#type = symbol.split(['(', ' ']).nth(1).expect("a type");
        let range = ranges.next().expect("a range");
        assert_eq!(ranges.next(), None);
        format!("range({type} {range})")
    }

    /// An attribute with an integer, decoded according to LLVM's bit layouts, which are also used
    /// in bitcode.
    fn integer_attribute(&self, name: &str, value: u64) -> String {
        let low = value as u32;
        match name {
            "align" => format!("align {value}"),
            "alignstack" | "dereferenceable" | "dereferenceable_or_null" => {
                format!("{name}({value})")
            }
            "uwtable" if value == 1 => "uwtable(sync)".to_owned(),
            "uwtable" if value == 2 => "uwtable".to_owned(),
            // The element size is in the high half; the count, or all ones if there is none, in the
            // low half.
            "allocsize" if low == u32::MAX => format!("allocsize({})", value >> 32),
            "allocsize" => format!("allocsize({},{low})", value >> 32),
            "vscale_range" => format!("vscale_range({},{low})", value >> 32),
            "allockind" => {
                const KINDS: [&str; 6] =
                    ["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];
                let kinds = KINDS.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                let kinds: Vec<_> = kinds.map(|it| *it.1).collect();
                format!("allockind(\"{}\")", kinds.join(","))
            }
            "nofpclass" => format!("nofpclass({})", floating_point_classes(value)),
            "memory" => format!("memory({})", memory_effects(value)),
            "captures" => format!("captures({})", captured(value)),
            _ => panic!("the attribute `{name}` has the integer {value}"),
        }
    }
}

/// The argument of `memory`: two bits (read, write) for each kind of memory. The effect on other
/// memory is first, followed by the kinds that differ from it.
fn memory_effects(value: u64) -> String {
    const LOCATIONS: [(u32, &str); 5] = [
        (0, "argmem"),
        (1, "inaccessiblemem"),
        (2, "errnomem"),
        (4, "target_mem0"),
        (5, "target_mem1"),
    ];
    let access = |location: u32| {
        ["none", "read", "write", "readwrite"][(value >> (2 * location) & 3) as usize]
    };
    let other = access(3);
    let named = LOCATIONS.iter().filter(|it| access(it.0) != other);
    let named: Vec<_> = named.map(|it| format!("{}: {}", it.1, access(it.0))).collect();
    match other {
        "none" if !named.is_empty() => commas(named),
        _ => commas([other.to_owned()].into_iter().chain(named)),
    }
}

/// The argument of `captures`: four bits for the result, and above them four bits for everything
/// else.
fn captured(value: u64) -> String {
    let components = |bits: u64| {
        let address = ["", "address_is_null", "", "address"][(bits & 3) as usize];
        let provenance = ["", "read_provenance", "", "provenance"][(bits >> 2 & 3) as usize];
        let both = [address, provenance].into_iter().filter(|it| !it.is_empty());
        let text = commas(both.map(str::to_owned));
        if text.is_empty() { "none".to_owned() } else { text }
    };
    let (other, result) = (components(value >> 4 & 15), components(value & 15));
    match (other.as_str(), result == other) {
        (_, true) => other,
        ("none", false) => format!("ret: {result}"),
        _ => format!("{other}, ret: {result}"),
    }
}

/// The classes of a `nofpclass`, the largest groups first, in the bit order of LangRef.
fn floating_point_classes(mask: u64) -> String {
    const NAMES: [(u64, &str); 17] = [
        (0x3ff, "all"),
        (0x003, "nan"),
        (0x001, "snan"),
        (0x002, "qnan"),
        (0x204, "inf"),
        (0x004, "ninf"),
        (0x200, "pinf"),
        (0x060, "zero"),
        (0x020, "nzero"),
        (0x040, "pzero"),
        (0x090, "sub"),
        (0x010, "nsub"),
        (0x080, "psub"),
        (0x108, "norm"),
        (0x008, "nnorm"),
        (0x100, "pnorm"),
        (0x000, "none"),
    ];
    let mut rest = mask;
    let mut names = Vec::new();
    for (bits, name) in NAMES {
        if bits != 0 && rest & bits == bits {
            names.push(name);
            rest &= !bits;
        }
    }
    names.join(" ")
}
