//! The choices of one execution, and the next execution that chooses otherwise.

/// What is chosen in an execution, in order.
#[derive(Default)]
pub struct Choices {
    /// What was taken, of how many options.
    taken: Vec<(usize, usize)>,
    /// How many choices the execution has met so far.
    met: usize,
}

impl Choices {
    /// One of `count` options, of which there is at least one.
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

    /// Prepares the next execution; false when all have been tried.
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
