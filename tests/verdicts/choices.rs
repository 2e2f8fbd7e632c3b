//! Decisions that are determined by a list of numbers, so that proptest can shrink a failing case.

/// The unused numbers.
pub struct Choices<'n> {
    numbers: std::slice::Iter<'n, u16>,
}

impl<'n> Choices<'n> {
    pub fn new(numbers: &'n [u16]) -> Self {
        Self { numbers: numbers.iter() }
    }

    /// A number below `limit`, which is not 0. Returns 0 after the last number.
    pub fn below(&mut self, limit: usize) -> usize {
        self.numbers.next().map_or(0, |&number| usize::from(number) % limit)
    }

    /// One of the options, at least one.
    pub fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())]
    }

    /// One of the options; `None` if there are none.
    pub fn pick_any<T: Copy>(&mut self, options: &[T]) -> Option<T> {
        (!options.is_empty()).then(|| self.pick(options))
    }
}
