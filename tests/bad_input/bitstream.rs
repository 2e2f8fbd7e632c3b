//! Writes the beginning of a bitcode file in the format of LLVM's "Bitcode File Format".

/// The width of abbreviation ids inside the blocks.
const WIDTH: u32 = 3;
/// The width of abbreviation ids outside of all blocks.
const OUTER_WIDTH: u32 = 2;

const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const UNABBREVIATED_RECORD: u64 = 3;

const MODULE_BLOCK: u64 = 8;
const MODULE_VERSION: u64 = 1;
const IDENTIFICATION_BLOCK: u64 = 13;
const IDENTIFICATION_STRING: u64 = 1;
const IDENTIFICATION_EPOCH: u64 = 2;

/// Bitcode with this producer and epoch in its identification block, and a module that contains only its version.
pub fn bitcode_with_header(producer: &str, epoch: u64, module_version: u64) -> Vec<u8> {
    let mut stream = Bitstream::default();
    for byte in *b"BC\xC0\xDE" {
        stream.fixed(byte.into(), 8);
    }
    let name: Vec<u64> = producer.bytes().map(u64::from).collect();
    let identification =
        [(IDENTIFICATION_STRING, name.as_slice()), (IDENTIFICATION_EPOCH, &[epoch])];
    stream.block(IDENTIFICATION_BLOCK, &identification);
    stream.block(MODULE_BLOCK, &[(MODULE_VERSION, &[module_version])]);
    stream.bytes
}

#[derive(Default)]
struct Bitstream {
    bytes: Vec<u8>,
    /// The number of bits used in the last byte; 0 if all are used.
    used: u32,
}

impl Bitstream {
    fn block(&mut self, id: u64, records: &[(u64, &[u64])]) {
        self.fixed(ENTER_SUBBLOCK, OUTER_WIDTH);
        self.variable(id, 8);
        self.variable(WIDTH.into(), 4);
        self.align();
        let length_at = self.bytes.len();
        self.fixed(0, 32);
        for (code, operands) in records {
            self.fixed(UNABBREVIATED_RECORD, WIDTH);
            self.variable(*code, 6);
            self.variable(operands.len() as u64, 6);
            for operand in *operands {
                self.variable(*operand, 6);
            }
        }
        self.fixed(END_BLOCK, WIDTH);
        self.align();
        let words = (self.bytes.len() - length_at) / 4 - 1;
        self.bytes[length_at..length_at + 4].copy_from_slice(&(words as u32).to_le_bytes());
    }

    /// Appends the lowest `width` bits of `value`, least significant first.
    fn fixed(&mut self, value: u64, width: u32) {
        for position in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let bit = ((value >> position) & 1) as u8;
            *self.bytes.last_mut().expect("there is one now") |= bit << self.used;
            self.used = (self.used + 1) % 8;
        }
    }

    /// Appends `value` in chunks of `width` bits; the highest bit of each chunk is set if more chunks follow.
    fn variable(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed((value % more) | more, width);
            value /= more;
        }
        self.fixed(value, width);
    }

    /// Aligns to the next multiple of 32 bits.
    fn align(&mut self) {
        while self.used != 0 || !self.bytes.len().is_multiple_of(4) {
            self.fixed(0, 1);
        }
    }
}
