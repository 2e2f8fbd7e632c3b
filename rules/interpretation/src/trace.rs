//! The one path that control takes as long as branches are decided.

use crate::control::Next;
use crate::finding::Finding;
use crate::machine::{End, Frame, Machine};
use crate::state::State;
use crate::value::Value;

/// The end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Returned(Value),
    NoReturn,
    Undefined(Finding),
    /// It is not known.
    Undecided,
}

/// The maximum number of blocks on a path.
const MAX_BLOCKS: usize = 3000;

impl<'f> Machine<'_, 'f> {
    /// Follows control from the beginning of a block, entered from another one.
    pub(crate) fn trace(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        start: usize,
        from: Option<usize>,
    ) -> Ending {
        let (mut block, mut before) = (start, from);
        for _ in 0..MAX_BLOCKS {
            if self.steps == 0 {
                break;
            }
            let entered = std::mem::take(state);
            let from: Vec<usize> = before.into_iter().collect();
            match self.block(frame, entered, block, &from) {
                Next::Blocks(mut blocks) => {
                    let Some((target, mut after)) = blocks.pop() else { return Ending::NoReturn };
                    if blocks.iter().any(|it| it.0 != target) {
                        return Ending::Undecided;
                    }
                    // Several cases of a switch may lead to one block.
                    for (_, other) in &blocks {
                        after.join(other, false, |base| self.begins(base));
                    }
                    *state = after;
                    (before, block) = (Some(block), target);
                }
                Next::Returns(value, after, at) => {
                    *state = after;
                    self.end_variables(frame, state, at);
                    return Ending::Returned(value);
                }
                Next::Ends(End::NoReturn) => return Ending::NoReturn,
                Next::Ends(End::Undefined(finding)) => return Ending::Undefined(finding),
            }
        }
        Ending::Undecided
    }
}
