//! What rules ask of the data layout beyond the sizes of types (LangRef, "Data Layout").

/// How many bits an address in `address_space` has, by the data layout `layout`: the index width of
/// its pointers.
pub(crate) fn address_width(layout: &str, address_space: u32) -> u32 {
    let of = |space| {
        let mut widths = layout.rsplit('-').filter_map(pointer_specification);
        widths.find(|(it, _)| *it == space).map(|(_, width)| width)
    };
    // An address space that is not described is like the first one, whose pointers have 64 bits
    // unless the layout says otherwise.
    of(address_space).or_else(|| of(0)).unwrap_or(64)
}

/// The address space and the index width of a specification `p1:64:64:64:32`. Flags may stand before
/// the address space, and its name behind it: `pu1(shared)`. Without an index width, the addresses
/// are as wide as the pointers.
fn pointer_specification(specification: &str) -> Option<(u32, u32)> {
    let rest = specification.strip_prefix('p')?;
    let mut fields = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).split(':');
    let space = fields.next()?.split('(').next()?;
    let space = if space.is_empty() { 0 } else { space.parse().ok()? };
    let size = fields.next()?.parse().ok()?;
    let index = fields.nth(2).and_then(|it| it.parse().ok());
    Some((space, index.unwrap_or(size)))
}

#[cfg(test)]
mod tests {
    use super::address_width;

    #[test]
    fn addresses_are_as_wide_as_the_index() {
        let layout = "e-m:e-p:32:32-p1:64:64:64:48-pu2:128:128-p3(near):16:16-i64:64";
        let widths = [0, 1, 2, 3, 9].map(|space| address_width(layout, space));
        assert_eq!(widths, [32, 48, 128, 16, 32]);
        assert_eq!(address_width("", 0), 64);
        assert_eq!(address_width("P1-p1:32:32", 7), 64);
    }
}
