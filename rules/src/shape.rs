//! What makes things alike.

use std::hash::Hasher;

/// A shape, as a fingerprint of its parts. With 128 bits, two shapes of a module never agree by
/// chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(u128);

impl Hasher for Shape {
    fn finish(&self) -> u64 {
        self.0 as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        /// Odd, and its bits look random.
        const FACTOR: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
        self.0 = (self.0 ^ u128::from(number)).wrapping_mul(FACTOR);
        self.0 ^= self.0 >> 61;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
