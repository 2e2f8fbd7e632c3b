//! The nondeterministic choices of one execution, and their enumeration.

/// The choices of an execution, in order.
#[derive(Default)]
pub struct Choices {
    /// The option taken, and the number of options.
    taken: Vec<(usize, usize)>,
    /// The number of choices so far in this execution.
    met: usize,
}

impl Choices {
    /// The next choice among `count` options, at least one.
    pub fn choose(&mut self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        if self.met == self.taken.len() {
            self.taken.push((0, count));
        }
        self.met += 1;
        self.taken[self.met - 1].0
    }

    /// Prepares the next execution. Returns false when all have been tried.
    pub fn advance(&mut self) -> bool {
        self.taken.truncate(self.met);
        self.met = 0;
        while let Some((option, count)) = self.taken.pop() {
            if option + 1 < count {
                self.taken.push((option + 1, count));
                return true;
            }
        }
        false
    }
}
