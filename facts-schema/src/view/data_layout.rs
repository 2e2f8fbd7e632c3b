//! What rules ask of the data layout beyond the sizes of types (LangRef, "Data Layout").

/// How many bits an address in `address_space` has, by the data layout `layout`: the index width of
/// its pointers.
pub fn address_width(layout: &str, address_space: u32) -> u32 {
    pointers_into(layout, address_space).map_or(DEFAULT_WIDTH, |pointers| pointers.index_width)
}

/// How many bits a pointer to the stack has.
pub fn stack_pointer_width(layout: &str) -> u32 {
    pointers_into(layout, space(layout, 'A')).map_or(DEFAULT_WIDTH, |pointers| pointers.width)
}

/// The address space that the layout names behind a letter: that of the stack behind `A`, that of
/// globals behind `G`.
pub fn space(layout: &str, letter: char) -> u32 {
    layout.split('-').find_map(|part| part.strip_prefix(letter)?.parse().ok()).unwrap_or(0)
}

/// How wide pointers are where the layout does not say it, in bits.
const DEFAULT_WIDTH: u32 = 64;

/// What a layout says of the pointers into an address space, in bits.
struct Pointers {
    space: u32,
    width: u32,
    index_width: u32,
}

/// What the layout says of pointers into this space. A space that it does not speak of is like
/// space 0.
fn pointers_into(layout: &str, space: u32) -> Option<Pointers> {
    let of = |space| {
        let mut specifications = layout.rsplit('-').filter_map(pointer_specification);
        specifications.find(|it| it.space == space)
    };
    of(space).or_else(|| of(0))
}

/// What a specification `p1:64:64:64:32` says. Flags may stand before the address space, and its
/// name behind it: `pu1(shared)`. Without an index width, the addresses are as wide as the pointers.
fn pointer_specification(specification: &str) -> Option<Pointers> {
    let rest = specification.strip_prefix('p')?;
    let mut fields = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).split(':');
    let space = fields.next()?.split('(').next()?;
    let space = if space.is_empty() { 0 } else { space.parse().ok()? };
    let width = fields.next()?.parse().ok()?;
    let index_width = fields.nth(2).and_then(|it| it.parse().ok()).unwrap_or(width);
    Some(Pointers { space, width, index_width })
}

#[cfg(test)]
mod tests {
    use super::{address_width, stack_pointer_width};

    #[test]
    fn addresses_are_as_wide_as_the_index() {
        let layout = "e-m:e-p:32:32-p1:64:64:64:48-pu2:128:128-p3(near):16:16-i64:64";
        let widths = [0, 1, 2, 3, 9].map(|space| address_width(layout, space));
        assert_eq!(widths, [32, 48, 128, 16, 32]);
        assert_eq!(address_width("", 0), 64);
        assert_eq!(address_width("P1-p1:32:32", 7), 64);
    }

    #[test]
    fn the_stack_is_in_the_space_that_the_layout_says() {
        assert_eq!(stack_pointer_width(""), 64);
        assert_eq!(stack_pointer_width("e-p:32:32"), 32);
        assert_eq!(stack_pointer_width("p:64:64-p5:32:32-A5"), 32);
        assert_eq!(stack_pointer_width("p:16:16-p5:32:32-A6"), 16);
    }
}
