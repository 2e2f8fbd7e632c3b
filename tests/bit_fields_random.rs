//! Bit fields of random structures. The tests generate the idioms with which Clang reads and writes a field as textual
//! IR, for little-endian and big-endian targets, and check that irlog recovers exactly the accessed fields.
//!
//! The idioms follow from C and the field layout of the ABIs (System V psABI, "Bit-Fields"; DWARF 5,
//! `DW_AT_data_bit_offset`), not from irlog's implementation. A read loads a word, shifts it down and masks it; for a
//! signed field, it shifts up and then down. A write clears the bits of the field in the word, and inserts the masked
//! value.

use std::collections::BTreeSet;
use std::fmt::Write;

use bit_fields::recover;
use extractor::Input;
use facts_schema::view::View;
use proptest::prelude::*;

/// A field, and its accesses.
#[derive(Clone, Debug)]
struct Field {
    width: u32,
    is_signed: bool,
    is_read: bool,
    is_written: bool,
}

/// A structure that consists of one word.
#[derive(Clone, Debug)]
struct Structure {
    /// In bits.
    word: u32,
    fields: Vec<Field>,
    is_packed: bool,
    is_big_endian: bool,
}

impl Structure {
    /// The lowest bit of each field in the word, as a number.
    fn lows(&self) -> Vec<u32> {
        let mut used = 0;
        let mut lows = Vec::new();
        for field in &self.fields {
            used += field.width;
            // Fields are in byte order: if the highest byte comes first, they start at the highest bit.
            lows.push(if self.is_big_endian { self.word - used } else { used - field.width });
        }
        lows
    }

    /// The accessed fields, with bits counted from the beginning of the structure, as in DWARF.
    fn accessed(&self) -> BTreeSet<(u64, u64, Option<bool>)> {
        let mut start = 0;
        let mut accessed = BTreeSet::new();
        for field in &self.fields {
            if field.is_read || field.is_written {
                // Only reads show whether a field is signed.
                let sign = field.is_read.then_some(field.is_signed);
                accessed.insert((start, start + u64::from(field.width), sign));
            }
            start += u64::from(field.width);
        }
        accessed
    }

    fn module(&self) -> String {
        let order = if self.is_big_endian { "E" } else { "e" };
        let word = self.word;
        let mut text = format!("target datalayout = \"{order}-i64:64-n32:64\"\n");
        let (open, close) = if self.is_packed { ("<{", "}>") } else { ("{", "}") };
        let _ = writeln!(text, "%struct.S = type {open} i{word} {close}");
        for (number, (field, low)) in self.fields.iter().zip(self.lows()).enumerate() {
            if field.is_read {
                self.read(&mut text, number, field, low);
            }
            if field.is_written {
                self.write(&mut text, number, field, low);
            }
        }
        text + "attributes #0 = { noinline optnone }\n"
    }

    fn address(&self) -> &'static str {
        "  %at = getelementptr inbounds %struct.S, ptr %p, i32 0, i32 0\n"
    }

    fn read(&self, text: &mut String, number: usize, field: &Field, low: u32) {
        let (word, width) = (self.word, field.width);
        let _ = writeln!(text, "define i64 @read{number}(ptr %p) #0 {{\n{}", self.address());
        let _ = writeln!(text, "  %load = load i{word}, ptr %at, align 1");
        let above = word - low - width;
        let extend = if field.is_signed {
            let _ = writeln!(text, "  %up = shl i{word} %load, {above}");
            let _ = writeln!(text, "  %field = ashr i{word} %up, {}", word - width);
            "sext"
        } else {
            let _ = writeln!(text, "  %down = lshr i{word} %load, {low}");
            let mask = (1_u128 << width) - 1;
            let _ = writeln!(text, "  %field = and i{word} %down, {mask}");
            "zext"
        };
        if word < 64 {
            let _ = writeln!(text, "  %long = {extend} i{word} %field to i64\n  ret i64 %long\n}}");
        } else {
            let _ = writeln!(text, "  ret i64 %field\n}}");
        }
    }

    fn write(&self, text: &mut String, number: usize, field: &Field, low: u32) {
        let word = self.word;
        let mask = (1_u128 << field.width) - 1;
        let cleared = ((1_u128 << word) - 1) & !(mask << low);
        let _ = writeln!(
            text,
            "define void @write{number}(ptr %p, i{word} %v) #0 {{\n{}",
            self.address()
        );
        let _ = writeln!(text, "  %load = load i{word}, ptr %at, align 1");
        let _ = writeln!(text, "  %value = and i{word} %v, {mask}");
        let _ = writeln!(text, "  %up = shl i{word} %value, {low}");
        let _ = writeln!(text, "  %clear = and i{word} %load, {cleared}");
        let _ = writeln!(text, "  %set = or i{word} %clear, %up");
        let _ = writeln!(text, "  store i{word} %set, ptr %at, align 1\n  ret void\n}}");
    }
}

fn field() -> impl Strategy<Value = Field> {
    (1_u32..24, any::<bool>(), 0_u8..4).prop_map(|(width, is_signed, accesses)| Field {
        width,
        is_signed,
        is_read: accesses & 1 != 0,
        is_written: accesses & 2 != 0,
    })
}

/// Structures whose fields fit in the word, where no single field fills it. At least one field is written, because
/// reads alone look like ordinary masking of a number.
fn structure() -> impl Strategy<Value = Structure> {
    let word = prop::sample::select(vec![8_u32, 16, 24, 32, 40, 48, 64]);
    let fields = prop::collection::vec(field(), 1..8);
    (word, fields, any::<bool>(), any::<bool>(), any::<prop::sample::Index>()).prop_map(
        |(word, mut fields, is_packed, is_big_endian, written)| {
            let mut left = word;
            fields.retain_mut(|field| {
                field.width = field.width.min(left).min(word - 1);
                left -= field.width;
                field.width > 0
            });
            let at = written.index(fields.len());
            fields[at].is_written = true;
            Structure { word, fields, is_packed, is_big_endian }
        },
    )
}

proptest! {
    #[test]
    fn the_fields_are_those_that_are_accessed(structure in structure()) {
        let module = structure.module();
        let input = Input { name: "random.ll".into(), content: module.clone().into_bytes() };
        let facts = extractor::load(&[input], &mut |_| {})
            .map_err(|error| TestCaseError::fail(format!("{error}\n{module}")))?;
        let found = recover(View::new(&facts));
        let fields: BTreeSet<_> = found
            .structures
            .iter()
            .flat_map(|it| &it.fields)
            .map(|it| (it.span.start, it.span.end, it.is_signed))
            .collect();
        let accessed = structure.accessed();
        prop_assert_eq!(&fields, &accessed, "{}", module);
        let reads = structure.fields.iter().filter(|it| it.is_read).count();
        let writes = structure.fields.iter().filter(|it| it.is_written).count();
        prop_assert_eq!((found.reads.len(), found.writes.len()), (reads, writes), "{}", module);
    }
}
