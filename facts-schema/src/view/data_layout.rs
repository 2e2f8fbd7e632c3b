//! Properties of the data layout other than the sizes of types (LangRef, "Data Layout").

/// The width of addresses in `address_space` in bits, according to the data layout `layout`. It is
/// the index width of pointers into this space.
pub fn address_width(layout: &str, address_space: u32) -> u32 {
    pointers_into(layout, address_space).map_or(DEFAULT_WIDTH, |pointers| pointers.index_width)
}

/// The width of pointers to the stack, in bits.
pub fn stack_pointer_width(layout: &str) -> u32 {
    pointers_into(layout, space(layout, 'A')).map_or(DEFAULT_WIDTH, |pointers| pointers.width)
}

/// The address space that the layout specifies after a letter: `A` for the stack, `G` for globals.
pub fn space(layout: &str, letter: char) -> u32 {
    layout.split('-').find_map(|part| part.strip_prefix(letter)?.parse().ok()).unwrap_or(0)
}

/// The width of pointers that the layout does not specify, in bits.
const DEFAULT_WIDTH: u32 = 64;

/// The specification of pointers into an address space, in bits.
struct Pointers {
    space: u32,
    width: u32,
    index_width: u32,
}

/// The specification of pointers into this address space. The specification of space 0 applies if
/// the layout does not mention the space.
fn pointers_into(layout: &str, space: u32) -> Option<Pointers> {
    let of = |space| {
        let mut specifications = layout.rsplit('-').filter_map(pointer_specification);
        specifications.find(|it| it.space == space)
    };
    of(space).or_else(|| of(0))
}

/// Parses a pointer specification such as `p1:64:64:64:32`. Flags may precede the address space,
/// and its name may follow it: `pu1(shared)`. The index width defaults to the pointer width.
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
