//! The effects of new locations on steps, loads, stores and copies of memory.

use super::ids::{EXTERNAL, LocationId, NodeId, TransferId};
use super::locations::Locations;
use super::memory::Change;
use super::solve::Solver;
use super::uses::StoreUse;
use crate::offsets::{Distance, Step};

impl Solver<'_> {
    pub(super) fn shift(&mut self, to: NodeId, step: Step, locations: &Locations) {
        let moved = self.memory.step(locations, step);
        self.graph.extend(to, &moved);
    }

    pub(super) fn load(&mut self, to: NodeId, offset: u32, addresses: &Locations) {
        for location in addresses.iter() {
            if let Some(location) = self.memory.behind(location, Distance::of(offset)) {
                let graph = &mut self.graph;
                let new_node = &mut || graph.add_nodes(1);
                self.memory.read(location, to, new_node, &mut self.changes);
            }
        }
    }

    pub(super) fn store(&mut self, store: StoreUse, addresses: &Locations) {
        for location in addresses.iter() {
            if (store.is_initial || self.memory.is_writable(location))
                && let Some(location) = self.memory.behind(location, Distance::of(store.offset))
            {
                self.write(store.from, location);
            }
        }
    }

    pub(super) fn cell(&mut self, location: LocationId) -> NodeId {
        let graph = &mut self.graph;
        self.memory.cell(location, &mut || graph.add_nodes(1), &mut self.changes)
    }

    pub(super) fn copy_from(&mut self, transfer: TransferId, addresses: &Locations) {
        let length = self.transfers[transfer.0 as usize].length;
        for location in addresses.iter() {
            self.memory.copy_from(location, transfer, length, &mut self.changes);
        }
    }

    pub(super) fn copy_to(&mut self, transfer: TransferId, addresses: &Locations) {
        let is_initial = self.transfers[transfer.0 as usize].is_initial;
        for location in addresses.iter() {
            if !is_initial && !self.memory.is_writable(location) {
                continue;
            }
            let location = self.memory.touched(location);
            let state = &mut self.transfers[transfer.0 as usize];
            if location == EXTERNAL && std::mem::replace(&mut state.is_given_away, true) {
                continue;
            }
            state.targets.push(location);
            let carried: Vec<_> = state.carried.iter().map(|(it, node)| (*it, *node)).collect();
            for (distance, node) in carried {
                self.deliver(node, location, distance);
            }
        }
    }

    /// Sends the points-to set of the cell to all targets of the transfer.
    pub(super) fn carry(&mut self, transfer: TransferId, distance: Distance, cell: NodeId) {
        let state = &mut self.transfers[transfer.0 as usize];
        let node = match state.carried.get(&distance) {
            Some(node) => *node,
            None => {
                let node = self.graph.add_nodes(1);
                state.carried.insert(distance, node);
                for target in state.targets.clone() {
                    self.deliver(node, target, distance);
                }
                node
            }
        };
        self.graph.add_edge(cell, node);
    }

    fn deliver(&mut self, from: NodeId, target: LocationId, distance: Distance) {
        if let Some(location) = self.memory.behind(target, distance) {
            self.write(from, location);
        }
    }

    /// Writes everything that the node points to at the location.
    fn write(&mut self, from: NodeId, location: LocationId) {
        let to = if location == EXTERNAL { self.escaped } else { self.cell(location) };
        self.changes.push(Change::Edge(from, to));
    }
}
