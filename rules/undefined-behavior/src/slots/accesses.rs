//! Stack variables, and the accesses to them.

use facts_schema::{InstructionId, ValueId};

use super::Content;
use crate::control::ProgramPoint;

/// A variable on the stack.
pub(super) struct Variable {
    pub(super) address: ValueId,
    pub(super) size: Option<u64>,
    pub(super) has_escaped: bool,
    pub(super) accesses: Vec<Access>,
}

/// An effect on the bytes from `start` of a variable.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) start: Option<i64>,
    pub(super) size: Option<u64>,
    pub(super) place: ProgramPoint,
    pub(super) what: What,
}

/// The effect of an access.
#[derive(Clone, Copy)]
pub(super) enum What {
    Load(InstructionId),
    /// This value is stored.
    Store(ValueId),
    /// Defined bytes are stored.
    Fill,
    /// Unknown bytes are stored.
    Overwrite,
    /// The lifetime of the variable starts or ends.
    Forget,
}

impl Access {
    fn end(&self) -> Option<i64> {
        self.start?.checked_add(i64::try_from(self.size?).ok()?)
    }

    /// Whether it may touch a byte that `other` touches.
    pub(super) fn may_overlap(&self, other: &Self) -> bool {
        match (self.start, self.end(), other.start, other.end()) {
            (Some(start), Some(end), Some(other_start), Some(other_end)) => {
                start < other_end && other_start < end
            }
            _ => true,
        }
    }

    /// Whether it touches each byte that `other` touches.
    pub(super) fn covers(&self, other: &Self) -> bool {
        match (self.start, self.end(), other.start, other.end()) {
            (Some(start), Some(end), Some(other_start), Some(other_end)) => {
                start <= other_start && other_end <= end
            }
            _ => false,
        }
    }
}

impl Variable {
    /// The values stored anywhere in the bytes that `load` reads.
    pub(super) fn contents(
        &self,
        load: &Access,
        leaves_gaps: impl Fn(ValueId) -> bool,
    ) -> Vec<Content> {
        let mut contents = Vec::new();
        for access in self.accesses.iter().filter(|access| access.may_overlap(load)) {
            match access.what {
                What::Store(value) => {
                    contents.push(Content::Stored(value, access.place));
                    if leaves_gaps(value) {
                        contents.push(Content::Uninitialised);
                    }
                }
                What::Fill => contents.push(Content::Defined),
                What::Overwrite => contents.push(Content::Unknown),
                What::Load(_) | What::Forget => {}
            }
        }
        contents
    }

    /// The bytes that the load reads, if they are known.
    pub(super) fn exact(&self, load: &Access) -> Option<(i64, u64)> {
        Some((load.start?, load.size?))
    }
}
