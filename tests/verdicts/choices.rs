//! Decisions drawn from a list of numbers, so that a failing case can be made smaller.

/// Numbers that have not been used yet.
pub struct Choices<'n> {
    numbers: std::slice::Iter<'n, u16>,
}

impl<'n> Choices<'n> {
    pub fn new(numbers: &'n [u16]) -> Self {
        Self { numbers: numbers.iter() }
    }

    /// A number below `limit`, which is not 0; 0 when the numbers have run out.
    pub fn below(&mut self, limit: usize) -> usize {
        self.numbers.next().map_or(0, |&number| usize::from(number) % limit)
    }

    /// One of the options, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())]
    }

    /// One of the options, if there is one.
    pub fn pick_any<T: Copy>(&mut self, options: &[T]) -> Option<T> {
        (!options.is_empty()).then(|| self.pick(options))
    }
}
