//! Numbers of the solver's nodes, instances, locations and transfers.

/// A node: a variable in a context, or the content of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of an [`Instance`](crate::Instance).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u32);

/// The number of a [`Location`](crate::Location).
pub type LocationId = u32;

/// The location of all memory that external code owns.
pub const EXTERNAL: LocationId = 0;

/// The number of a transfer in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransferId(pub u32);
