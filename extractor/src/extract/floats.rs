//! The bits of floating-point constants, parsed from the text that LLVM prints.

use facts_schema::TypeKind;

/// The bits of `text`, a constant of this type, in hexadecimal with the most significant digit
/// first.
///
/// LLVM prints `float` and `double` in decimal if the decimal number is exact, otherwise as the
/// bits of the `double` with the same value. The other formats have their own prefixes and are
/// printed as their bits; `fp128` with its lower half first, `ppc_fp128` with its greater double
/// first.
pub fn float_bits(kind: TypeKind, text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    match kind {
        TypeKind::Float => format!("{:08X}", narrow(double_bits(&text))),
        TypeKind::Double => format!("{:016X}", double_bits(&text)),
        TypeKind::Fp128 => {
            let digits = text.strip_prefix("0xL").unwrap_or(&text);
            match digits.split_at_checked(16) {
                Some((low, high)) => format!("{high}{low}"),
                None => digits.to_owned(),
            }
        }
        _ => text.trim_start_matches("0x").trim_start_matches(['H', 'R', 'K', 'M']).to_owned(),
    }
}

fn double_bits(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap_or(0),
        None => text.parse::<f64>().map_or(0, f64::to_bits),
    }
}

/// Converts the bits of a `double` to the bits of the `float` with the same value. A NaN keeps its
/// payload, even a signaling NaN, which a conversion by the processor would make quiet.
fn narrow(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 32) as u32 & 0x8000_0000;
        let payload = (bits >> 29) as u32 & 0x007F_FFFF;
        return sign | 0x7F80_0000 | payload;
    }
    (value as f32).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected bits follow IEEE 754 and, for the prefixes, LangRef, "Simple Constants".
    #[test]
    fn texts_become_bits() {
        assert_eq!(float_bits(TypeKind::Double, b"1.000000e+00"), "3FF0000000000000");
        assert_eq!(float_bits(TypeKind::Double, b"-0.000000e+00"), "8000000000000000");
        assert_eq!(float_bits(TypeKind::Float, b"0x7FF0000000000000"), "7F800000");
        assert_eq!(float_bits(TypeKind::Float, b"0x36A0000000000000"), "00000001");
        assert_eq!(float_bits(TypeKind::Float, b"0x7FF4000000000000"), "7FA00000");
        assert_eq!(float_bits(TypeKind::Half, b"0xH3C00"), "3C00");
        assert_eq!(float_bits(TypeKind::BFloat, b"0xR3F80"), "3F80");
        let one = b"0xL00000000000000003FFF000000000000";
        assert_eq!(float_bits(TypeKind::Fp128, one), "3FFF0000000000000000000000000000");
        let one = b"0xK3FFF8000000000000000";
        assert_eq!(float_bits(TypeKind::X86Fp80, one), "3FFF8000000000000000");
    }
}
