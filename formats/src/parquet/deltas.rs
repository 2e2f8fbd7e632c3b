//! Parquet's delta encodings: strings without the prefix that they share with the previous string,
//! and numbers as differences from the previous number.
//!
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

use super::runs::push_number;

/// Encodes the strings that `append` appends for these numbers (DELTA_BYTE_ARRAY).
pub(super) fn encode_strings(
    numbers: &[u32],
    mut append: impl FnMut(u32, &mut Vec<u8>),
) -> Vec<u8> {
    let (mut string, mut before) = (Vec::new(), Vec::new());
    let mut prefixes = Vec::with_capacity(numbers.len());
    let mut lengths = Vec::with_capacity(numbers.len());
    let mut suffixes = Vec::with_capacity(numbers.len() * 4);
    for &number in numbers {
        string.clear();
        append(number, &mut string);
        let prefix = common_prefix(&string, &before);
        prefixes.push(prefix as i32);
        lengths.push((string.len() - prefix) as i32);
        suffixes.extend_from_slice(&string[prefix..]);
        std::mem::swap(&mut string, &mut before);
    }
    let mut output = Vec::with_capacity(suffixes.len() + numbers.len() * 2);
    encode_numbers(&prefixes, &mut output);
    encode_numbers(&lengths, &mut output);
    output.extend_from_slice(&suffixes);
    output
}

/// The length of the common prefix of two strings, in bytes.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let alike = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = one[alike..].iter().zip(&other[alike..]);
    alike + rest.take_while(|(one, other)| one == other).count()
}

/// The number of values in a block. Each of its parts has its own bit width.
const BLOCK: usize = 128;
const PART: usize = 32;

/// Appends the numbers (DELTA_BINARY_PACKED), which are small enough that differences do not
/// overflow.
fn encode_numbers(numbers: &[i32], output: &mut Vec<u8>) {
    push_number(BLOCK as u64, output);
    push_number((BLOCK / PART) as u64, output);
    push_number(numbers.len() as u64, output);
    push_signed(numbers.first().copied().unwrap_or(0), output);
    let mut deltas = [0_i32; BLOCK];
    let rest = numbers.get(1..).unwrap_or(&[]);
    for (start, block) in (0..).step_by(BLOCK).zip(rest.chunks(BLOCK)) {
        let deltas = &mut deltas[..block.len()];
        for ((delta, number), before) in deltas.iter_mut().zip(block).zip(&numbers[start..]) {
            *delta = number - before;
        }
        let least = deltas.iter().copied().min().unwrap_or(0);
        push_signed(least, output);
        let widths = output.len();
        output.extend_from_slice(&[0; BLOCK / PART]);
        for (part, deltas) in deltas.chunks(PART).enumerate() {
            let bits = deltas.iter().fold(0, |bits, delta| bits | (delta - least) as u32);
            let width = u32::BITS - bits.leading_zeros();
            output[widths + part] = width as u8;
            pack(deltas, least, width, output);
        }
    }
}

/// Packs a part; the last part is padded.
fn pack(deltas: &[i32], least: i32, width: u32, output: &mut Vec<u8>) {
    let (mut bits, mut count) = (0_u64, 0);
    let padding = std::iter::repeat_n(&least, PART - deltas.len());
    for delta in deltas.iter().chain(padding) {
        bits |= u64::from((delta - least) as u32) << count;
        count += width;
        while count >= 8 {
            output.push(bits as u8);
            bits >>= 8;
            count -= 8;
        }
    }
}

/// Appends a signed number in zigzag encoding.
fn push_signed(number: i32, output: &mut Vec<u8>) {
    push_number(u64::from(((number << 1) ^ (number >> 31)) as u32), output);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification() {
        // 1, 2, 3, 4, 5: the first number is 1, the minimum difference is 1, and no bits are
        // needed.
        let mut output = Vec::new();
        encode_numbers(&[1, 2, 3, 4, 5], &mut output);
        assert_eq!(output, [0x80, 1, 4, 5, 2, 2, 0, 0, 0, 0]);
        // 7, 5, 3, 1, 2, 3, 4, 5: the minimum difference is -2, and the differences from it are 0,
        // 0, 0, 3, 3, 3, 3, in 2 bits each.
        output.clear();
        encode_numbers(&[7, 5, 3, 1, 2, 3, 4, 5], &mut output);
        let head = [0x80, 1, 4, 8, 14, 3, 2, 0, 0, 0];
        assert_eq!(output[..10], head);
        assert_eq!(output[10..], [0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0]);
        // axis, axle, babble, babyhood: prefixes of 0, 2, 0, 3, suffixes of 4, 2, 6, 5.
        let strings = ["axis", "axle", "babble", "babyhood"];
        let encoded = encode_strings(&[0, 1, 2, 3], |number, bytes| {
            bytes.extend_from_slice(strings[number as usize].as_bytes());
        });
        let mut expected = Vec::new();
        encode_numbers(&[0, 2, 0, 3], &mut expected);
        encode_numbers(&[4, 2, 6, 5], &mut expected);
        expected.extend_from_slice(b"axislebabbleyhood");
        assert_eq!(encoded, expected);
    }

    #[test]
    fn nothing_and_long_columns() {
        let mut output = Vec::new();
        encode_numbers(&[], &mut output);
        assert_eq!(output, [0x80, 1, 4, 0, 0]);
        // 128 differences fill a block; the next one starts another block.
        let size = |count: i32| {
            let mut output = Vec::new();
            encode_numbers(&(0..count).map(|it| it % 3).collect::<Vec<_>>(), &mut output);
            output.len()
        };
        // The header then takes 6 bytes, because 129 takes two. A block takes 5 bytes, and each
        // part that is used takes 8, because the differences are 1 and -2. A single difference is
        // the minimum, and takes no bits.
        let full = 6 + 5 + 4 * 8;
        assert_eq!([size(129), size(130), size(131)], [full, full + 5, full + 5 + 8]);
        assert_eq!(common_prefix(b"@function:#17", b"@function:#18"), 12);
        assert_eq!(common_prefix(b"", b"a"), 0);
    }
}
