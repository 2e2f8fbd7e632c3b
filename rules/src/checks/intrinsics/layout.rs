//! What rules ask of the data layout.

/// How many bits a pointer to the stack has, by the data layout `layout` (LangRef, "Data Layout":
/// `A` and `p`). A space that the layout does not speak of is like space 0.
pub fn stack_pointer_width(layout: &str) -> u32 {
    let stack = space(layout, 'A');
    let width = |space| layout.split('-').filter_map(|part| pointer_width(part, space)).next_back();
    width(stack).or_else(|| width(0)).unwrap_or(64)
}

/// The address space that the layout names behind a letter: that of the stack behind `A`, that of
/// globals behind `G`.
pub fn space(layout: &str, letter: char) -> u32 {
    layout.split('-').find_map(|part| part.strip_prefix(letter)?.parse().ok()).unwrap_or(0)
}

/// What `p1:64:…` says of pointers into `wanted`.
fn pointer_width(part: &str, wanted: u32) -> Option<u32> {
    let mut fields = part.strip_prefix('p')?.split(':');
    let space = fields.next()?.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let space = if space.is_empty() { 0 } else { space.parse().ok()? };
    let width = fields.next()?.parse().ok()?;
    (space == wanted).then_some(width)
}

#[cfg(test)]
mod tests {
    use super::stack_pointer_width;

    #[test]
    fn the_stack_is_in_the_space_that_the_layout_says() {
        assert_eq!(stack_pointer_width(""), 64);
        assert_eq!(stack_pointer_width("e-p:32:32"), 32);
        assert_eq!(stack_pointer_width("p:64:64-p5:32:32-A5"), 32);
        assert_eq!(stack_pointer_width("p:16:16-p5:32:32-A6"), 16);
    }
}
