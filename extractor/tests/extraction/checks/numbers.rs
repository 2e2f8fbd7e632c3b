//! Numbers and their text.

use facts_schema::*;

use super::check_all;
use crate::index::Strict;
use crate::llvm::Sample;
use crate::render::Renderer;

check_all! {
    integers_are_the_same_signed_and_unsigned
    floats_have_the_bits_that_their_text_says
}

fn integers_are_the_same_signed_and_unsigned(_: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.constant_integer {
        let r#type = renderer.type_of(row.constant);
        let width = renderer.index.integer_type.get(r#type).width;
        let (signed, unsigned) =
            (renderer.facts.display(row.signed), renderer.facts.display(row.unsigned));
        let Some(magnitude) = signed.strip_prefix('-') else {
            assert_eq!(signed, unsigned);
            continue;
        };
        assert_eq!(sum(&unsigned, magnitude), power_of_two(width), "i{width} {signed}");
    }
}

/// The sum of two numbers in decimal digits.
fn sum(one: &str, other: &str) -> String {
    let (mut one, mut other) = (one.bytes().rev(), other.bytes().rev());
    let (mut digits, mut carry) = (Vec::new(), 0);
    loop {
        let pair = (one.next(), other.next());
        if pair == (None, None) && carry == 0 {
            break;
        }
        let digit = |byte: Option<u8>| byte.map_or(0, |byte| byte - b'0');
        let total = digit(pair.0) + digit(pair.1) + carry;
        digits.push(b'0' + total % 10);
        carry = total / 10;
    }
    digits.reverse();
    String::from_utf8(digits).expect("digits")
}

fn power_of_two(exponent: u32) -> String {
    (0..exponent).fold("1".to_owned(), |power, _| sum(&power, &power))
}

/// LLVM prints `float` and `double` in decimal if that is exact, and all other formats as bits.
fn floats_have_the_bits_that_their_text_says(sample: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.constant_float {
        let bits = renderer.facts.display(row.bits).to_ascii_uppercase();
        let text = renderer.facts.display(row.text);
        let kind = renderer.index.r#type.get(renderer.type_of(row.constant)).kind;
        let expected = float_bits(kind, &text);
        let bits = bits.trim_start_matches("0X");
        assert_eq!(bits, expected, "{}: {} {text}", sample.name, kind.as_str());
    }
}

/// The bits of a floating-point number in LLVM's syntax, most significant first.
fn float_bits(kind: TypeKind, text: &str) -> String {
    let digits = |prefix| text.strip_prefix(prefix).expect("hexadecimal digits").to_owned();
    match kind {
        TypeKind::Half => digits("0xH"),
        TypeKind::BFloat => digits("0xR"),
        TypeKind::X86Fp80 => digits("0xK"),
        // The lower half comes first.
        TypeKind::Fp128 => {
            let digits = digits("0xL");
            let (low, high) = digits.split_at(16);
            format!("{high}{low}")
        }
        // Two doubles, the greater one first.
        TypeKind::PpcFp128 => digits("0xM"),
        TypeKind::Double => format!("{:016X}", double_bits(text)),
        TypeKind::Float => format!("{:08X}", narrowed(double_bits(text))),
        _ => panic!("{} is not a floating-point type", kind.as_str()),
    }
}

/// The bits of a number that is printed as a `double`.
fn double_bits(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).expect("hexadecimal digits"),
        None => text.parse::<f64>().expect("a decimal number").to_bits(),
    }
}

/// The bits of the `float` that is equal to a `double`; a NaN keeps the upper bits of its payload.
fn narrowed(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 63) as u32;
        let payload = (bits >> 29) as u32 & 0x7f_ffff;
        return sign << 31 | 0xff << 23 | payload;
    }
    (value as f32).to_bits()
}
