//! Parquet's hybrid of run-length encoding and bit packing, for positions in a dictionary.
//!
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

/// The minimum length of a worthwhile run, and the number of cells in a packed group.
const GROUP: usize = 8;

/// Encodes the cells, which are all below `limit`, after a byte with their bit width.
pub(super) fn encode(cells: &[u32], limit: u32) -> Vec<u8> {
    let width = (u32::BITS - limit.saturating_sub(1).leading_zeros()).max(1);
    let mut output = Vec::with_capacity(cells.len() * width as usize / 8 + 16);
    output.push(width as u8);
    let mut packed = 0;
    let mut position = 0;
    while position < cells.len() {
        let run = run_length(&cells[position..]);
        if run < GROUP {
            position = cells.len().min(position + GROUP);
            continue;
        }
        pack(&cells[packed..position], width, &mut output);
        push_number((run as u64) << 1, &mut output);
        let bytes = cells[position].to_le_bytes();
        output.extend_from_slice(&bytes[..width.div_ceil(8) as usize]);
        position += run;
        packed = position;
    }
    pack(&cells[packed..], width, &mut output);
    output
}

/// The length of the run that starts at the first cell.
fn run_length(cells: &[u32]) -> usize {
    cells.iter().take_while(|cell| **cell == cells[0]).count()
}

/// Packs groups of cells; the last group is padded.
fn pack(cells: &[u32], width: u32, output: &mut Vec<u8>) {
    if cells.is_empty() {
        return;
    }
    let groups = cells.len().div_ceil(GROUP);
    push_number((groups as u64) << 1 | 1, output);
    let (mut bits, mut count) = (0_u64, 0);
    let padding = groups * GROUP - cells.len();
    for &cell in cells.iter().chain(std::iter::repeat_n(&0, padding)) {
        bits |= u64::from(cell) << count;
        count += width;
        while count >= 8 {
            output.push(bits as u8);
            bits >>= 8;
            count -= 8;
        }
    }
}

/// Appends an unsigned LEB128 number.
pub(super) fn push_number(mut number: u64, output: &mut Vec<u8>) {
    while number >= 0x80 {
        output.push(number as u8 | 0x80);
        number >>= 7;
    }
    output.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_example_of_the_specification() {
        // The numbers 0 to 7 in 3 bits each, packed as in the specification, after the width and a
        // header for one group.
        let cells: Vec<u32> = (0..8).collect();
        assert_eq!(encode(&cells, 8), [3, 0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
    }

    #[test]
    fn runs_have_a_length_and_a_value() {
        assert_eq!(encode(&[1; 100], 300), [9, 200, 1, 1, 0]);
        assert_eq!(encode(&[0; 8], 1), [1, 16, 0]);
        assert_eq!(encode(&[], 1), [1]);
    }

    /// Decodes the cells, possibly followed by padding.
    fn decode(bytes: &[u8]) -> Vec<u32> {
        let width = u32::from(bytes[0]);
        let mut bytes = bytes[1..].iter();
        let mut cells = Vec::new();
        while bytes.len() > 0 {
            let mut header = 0_u64;
            for shift in 0.. {
                let byte = *bytes.next().unwrap();
                header |= u64::from(byte & 0x7f) << (7 * shift);
                if byte < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                let value =
                    (0..width.div_ceil(8)).map(|it| u32::from(*bytes.next().unwrap()) << (8 * it));
                cells.extend(vec![value.sum::<u32>(); (header >> 1) as usize]);
            } else {
                let packed: Vec<u8> =
                    bytes.by_ref().take((header >> 1) as usize * width as usize).copied().collect();
                let bit = |at: usize| u32::from(packed[at / 8] >> (at % 8) & 1);
                for cell in 0..(header >> 1) as usize * GROUP {
                    let start = cell * width as usize;
                    cells.push((0..width as usize).map(|it| bit(start + it) << it).sum());
                }
            }
        }
        cells
    }

    proptest! {
        #[test]
        fn every_column_comes_back(
            runs in prop::collection::vec((any::<u32>(), 1_usize..40), 0..40),
            limit in prop_oneof![1_u32..10, any::<u32>().prop_map(|it| it.max(1))],
        ) {
            let runs = runs.iter().flat_map(|&(cell, length)| vec![cell % limit; length]);
            let cells: Vec<u32> = runs.collect();
            let decoded = decode(&encode(&cells, limit));
            prop_assert_eq!(&decoded[..cells.len()], &cells[..]);
            prop_assert!(decoded.len() < cells.len() + GROUP);
        }
    }
}
