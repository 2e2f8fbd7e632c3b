//! Objects in contexts, the locations in them, and their content.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ids::{EXTERNAL, InstanceId, LocationId, NodeId, TransferId};
use super::locations::Locations;
use super::table::Table;
use crate::offsets::{CopyLength, Distance, Offsets, Step};
use crate::{Constraints, Instance, Location, Opaque, Origin};

/// All locations that pointers have pointed to so far.
#[derive(Debug)]
pub struct Memory<'a> {
    constraints: &'a Constraints,
    opaque: &'a Opaque,
    /// The memory that became opaque during the search, in order.
    made_opaque: Vec<InstanceId>,
    instances: Vec<InstanceState>,
    instance_ids: FxHashMap<Instance, InstanceId>,
    locations: Vec<LocationState>,
    location_ids: FxHashMap<(InstanceId, Offsets), LocationId>,
    /// Whether pointers into opaque memory are not distinguished by their offsets.
    is_blurred: bool,
    steps: FxHashMap<Step, Table>,
    distances: FxHashMap<Distance, Table>,
}

#[derive(Debug)]
struct InstanceState {
    instance: Instance,
    is_writable: bool,
    has_escaped: bool,
    /// Whether its content is not followed.
    is_opaque: bool,
    /// The locations in it that pointers point to.
    locations: Vec<LocationId>,
    /// The offsets with content.
    cells: Vec<(Offsets, NodeId)>,
    /// The locations from which pointers are loaded.
    views: Vec<LocationId>,
    /// The transfers that copy from here, with the location that each starts at.
    transfers: Vec<Outgoing>,
    known_transfers: FxHashSet<Outgoing>,
}

/// A transfer that copies from an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Outgoing {
    transfer: TransferId,
    from: Offsets,
    length: CopyLength,
}

#[derive(Debug)]
struct LocationState {
    instance: InstanceId,
    offsets: Offsets,
    /// The content stored at exactly this location.
    cell: Option<NodeId>,
    /// The view of loads from this location, if there are any.
    view: Option<View>,
}

/// The content that loads from a location see: all cells that overlap it.
#[derive(Debug, Default)]
struct View {
    cells: Vec<NodeId>,
    readers: Vec<NodeId>,
    /// From the second cell on, an intermediate node saves edges.
    node: Option<NodeId>,
}

/// Work that follows from a change of memory.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// The set of the first node flows to the second.
    Edge(NodeId, NodeId),
    /// The content of the cell flows into the transfer, at this distance.
    Carry(TransferId, Distance, NodeId),
    /// The content of the cell escapes.
    Escape(NodeId),
}

impl<'a> Memory<'a> {
    pub fn new(constraints: &'a Constraints, opaque: &'a Opaque, is_blurred: bool) -> Self {
        Self {
            constraints,
            opaque,
            made_opaque: Vec::new(),
            instances: Vec::new(),
            instance_ids: FxHashMap::default(),
            locations: Vec::new(),
            location_ids: FxHashMap::default(),
            is_blurred,
            steps: FxHashMap::default(),
            distances: FxHashMap::default(),
        }
    }

    /// The memory that is opaque from the start.
    pub fn opaque(&self) -> &'a Opaque {
        self.opaque
    }

    pub fn instance_id(&mut self, instance: Instance) -> InstanceId {
        let Self { constraints, opaque, .. } = *self;
        *self.instance_ids.entry(instance).or_insert_with(|| {
            self.instances.push(InstanceState {
                instance,
                is_writable: constraints.objects[instance.object.0 as usize].is_writable,
                has_escaped: false,
                is_opaque: opaque.contains(instance),
                locations: Vec::new(),
                cells: Vec::new(),
                views: Vec::new(),
                transfers: Vec::new(),
                known_transfers: FxHashSet::default(),
            });
            InstanceId(self.instances.len() as u32 - 1)
        })
    }

    pub fn location_id(&mut self, instance: InstanceId, offsets: Offsets) -> LocationId {
        *self.location_ids.entry((instance, offsets)).or_insert_with(|| {
            self.locations.push(LocationState { instance, offsets, cell: None, view: None });
            let location = self.locations.len() as LocationId - 1;
            self.instances[instance.0 as usize].locations.push(location);
            location
        })
    }

    pub fn instance_of(&self, location: LocationId) -> InstanceId {
        self.locations[location as usize].instance
    }

    /// The number of numbered locations.
    pub fn location_count(&self) -> usize {
        self.locations.len()
    }

    pub fn location(&self, location: LocationId) -> Location {
        let LocationState { instance, offsets, .. } = self.locations[location as usize];
        Location { instance: self.instances[instance.0 as usize].instance, offsets }
    }

    /// The origin of the object that contains the location.
    pub fn origin(&self, location: LocationId) -> Origin {
        let object = self.instances[self.instance_of(location).0 as usize].instance.object;
        self.constraints.objects[object.0 as usize].origin
    }

    fn extent(&self, instance: InstanceId) -> crate::offsets::Extent<'a> {
        let Instance { object, context } = self.instances[instance.0 as usize].instance;
        self.constraints.extent(object, context)
    }

    /// The locations that pointers to these locations point to after `step`.
    pub fn step(&mut self, locations: &Locations, step: Step) -> Locations {
        let mut table = self.steps.remove(&step).unwrap_or_default();
        let mut moved: Vec<LocationId> = Vec::with_capacity(locations.len() as usize);
        for location in locations.iter() {
            moved.extend(self.past_only_element(location, step));
            moved.extend(table.get(location, || {
                let LocationState { instance, offsets, .. } = self.locations[location as usize];
                if !self.constraints.keeps(self.instances[instance.0 as usize].instance, step) {
                    return None;
                }
                if self.is_blurred && self.is_opaque(instance) {
                    return Some(location);
                }
                let moved = self.extent(instance).step(offsets, step)?;
                Some(self.location_id(instance, moved))
            }));
        }
        moved.sort_unstable();
        moved.dedup();
        self.steps.insert(step, table);
        Locations::from_sorted(&moved)
    }

    /// The end of the object, if the step leads to its only element.
    fn past_only_element(&mut self, location: LocationId, step: Step) -> Option<LocationId> {
        step.walked_elements()?;
        let LocationState { instance, offsets, .. } = self.locations[location as usize];
        let end = self.extent(instance).past_only_element(offsets, step)?;
        let is_distinguished = !self.is_blurred || !self.is_opaque(instance);
        is_distinguished.then(|| self.location_id(instance, end))
    }

    /// Whether the content of the instance is not followed.
    pub fn is_opaque(&self, instance: InstanceId) -> bool {
        self.instances[instance.0 as usize].is_opaque
    }

    /// Stops following the content of the instance, and returns the nodes of its content so far.
    pub fn make_opaque(&mut self, instance: InstanceId) -> Vec<NodeId> {
        let state = &mut self.instances[instance.0 as usize];
        if !std::mem::replace(&mut state.is_opaque, true) {
            self.made_opaque.push(instance);
        }
        state.cells.iter().map(|(_, cell)| *cell).collect()
    }

    /// The location that an access here touches; in opaque memory, the location of external code.
    pub fn touched(&self, location: LocationId) -> LocationId {
        if self.is_opaque(self.instance_of(location)) { EXTERNAL } else { location }
    }

    /// The location that an access at `distance` from `location` touches.
    pub fn behind(&mut self, location: LocationId, distance: Distance) -> Option<LocationId> {
        let location = self.touched(location);
        let mut table = std::mem::take(self.distances.entry(distance).or_default());
        let there = table.get(location, || {
            let LocationState { instance, offsets, .. } = self.locations[location as usize];
            let there = self.extent(instance).behind(offsets, distance)?;
            Some(self.location_id(instance, there))
        });
        self.distances.insert(distance, table);
        there
    }

    /// All of the object.
    pub fn anywhere(&mut self, instance: InstanceId) -> LocationId {
        let offsets = self.extent(instance).anywhere();
        self.location_id(instance, offsets)
    }

    /// Whether stores change the location.
    pub fn is_writable(&self, location: LocationId) -> bool {
        self.instances[self.instance_of(location).0 as usize].is_writable
    }

    /// The node for the content of the location, created by `new_node` if there is none.
    pub fn cell(
        &mut self,
        location: LocationId,
        new_node: &mut impl FnMut() -> NodeId,
        changes: &mut Vec<Change>,
    ) -> NodeId {
        let LocationState { instance, offsets, cell, .. } = self.locations[location as usize];
        if let Some(cell) = cell {
            return cell;
        }
        let cell = new_node();
        self.locations[location as usize].cell = Some(cell);
        let extent = self.extent(instance);
        let state = &mut self.instances[instance.0 as usize];
        state.cells.push((offsets, cell));
        if state.has_escaped {
            changes.push(Change::Escape(cell));
        }
        for outgoing in &state.transfers {
            for distance in extent.distances(outgoing.from, offsets, outgoing.length) {
                changes.push(Change::Carry(outgoing.transfer, distance, cell));
            }
        }
        for view in &state.views {
            let LocationState { offsets: read, view: Some(view), .. } =
                &mut self.locations[*view as usize]
            else {
                continue;
            };
            if read.overlaps(offsets) {
                view.add_cell(cell, new_node, changes);
            }
        }
        cell
    }

    /// From now on, `reader` receives the content of locations that overlap the location.
    pub fn read(
        &mut self,
        location: LocationId,
        reader: NodeId,
        new_node: &mut impl FnMut() -> NodeId,
        changes: &mut Vec<Change>,
    ) {
        let LocationState { instance, offsets, view, .. } = &mut self.locations[location as usize];
        if view.is_none() {
            let state = &mut self.instances[instance.0 as usize];
            state.views.push(location);
            let mut new = View::default();
            for (_, cell) in state.cells.iter().filter(|(it, _)| it.overlaps(*offsets)) {
                new.add_cell(*cell, new_node, changes);
            }
            *view = Some(new);
        }
        if let Some(view) = view {
            view.add_reader(reader, changes);
        }
    }

    /// From now on, the transfer copies `length` bytes from the location.
    pub fn copy_from(
        &mut self,
        location: LocationId,
        transfer: TransferId,
        length: CopyLength,
        changes: &mut Vec<Change>,
    ) {
        let location = self.touched(location);
        let LocationState { instance, offsets, .. } = self.locations[location as usize];
        let extent = self.extent(instance);
        let state = &mut self.instances[instance.0 as usize];
        let outgoing = Outgoing { transfer, from: offsets, length };
        if !state.known_transfers.insert(outgoing) {
            return;
        }
        state.transfers.push(outgoing);
        for (cell_offsets, cell) in &state.cells {
            for distance in extent.distances(offsets, *cell_offsets, length) {
                changes.push(Change::Carry(transfer, distance, *cell));
            }
        }
    }

    /// Marks the instance as escaped; false if it already was.
    pub fn escape(&mut self, instance: InstanceId, changes: &mut Vec<Change>) -> bool {
        let state = &mut self.instances[instance.0 as usize];
        if std::mem::replace(&mut state.has_escaped, true) {
            return false;
        }
        changes.extend(state.cells.iter().map(|(_, cell)| Change::Escape(*cell)));
        true
    }

    /// The locations in an instance.
    pub fn locations_of(&self, instance: InstanceId) -> &[LocationId] {
        &self.instances[instance.0 as usize].locations
    }

    /// The instances whose content is no longer followed, in the order in which they became opaque.
    pub fn opaque_instances(&self) -> impl Iterator<Item = Instance> + '_ {
        self.made_opaque.iter().map(|it| self.instances[it.0 as usize].instance)
    }

    /// All escaped instances.
    pub fn escaped(&self) -> impl Iterator<Item = Instance> + '_ {
        self.instances.iter().filter(|it| it.has_escaped).map(|it| it.instance)
    }

    /// All locations with content in memory that is followed, writable and read, with the nodes of their content.
    pub fn followed_cells(&self) -> impl Iterator<Item = (Location, LocationId, NodeId)> + '_ {
        (0..).zip(&self.locations).filter_map(|(id, state)| {
            let instance = &self.instances[state.instance.0 as usize];
            let is_read = !instance.views.is_empty() || !instance.transfers.is_empty();
            let is_followed = instance.is_writable && !instance.is_opaque && is_read;
            Some((self.location(id), id, state.cell.filter(|_| is_followed)?))
        })
    }

    /// All locations with content, with the nodes of their content.
    pub fn cells(&self) -> impl Iterator<Item = (Location, NodeId)> + '_ {
        self.instances.iter().flat_map(|state| {
            let instance = state.instance;
            state
                .cells
                .iter()
                .map(move |(offsets, cell)| (Location { instance, offsets: *offsets }, *cell))
        })
    }
}

impl View {
    fn add_cell(
        &mut self,
        cell: NodeId,
        new_node: &mut impl FnMut() -> NodeId,
        changes: &mut Vec<Change>,
    ) {
        self.cells.push(cell);
        match self.node {
            Some(node) => changes.push(Change::Edge(cell, node)),
            None if self.cells.len() < 2 => {
                changes.extend(self.readers.iter().map(|reader| Change::Edge(cell, *reader)));
            }
            None => {
                let node = new_node();
                self.node = Some(node);
                changes.extend(self.cells.iter().map(|cell| Change::Edge(*cell, node)));
                changes.extend(self.readers.iter().map(|reader| Change::Edge(node, *reader)));
            }
        }
    }

    fn add_reader(&mut self, reader: NodeId, changes: &mut Vec<Change>) {
        self.readers.push(reader);
        let seen = self.node.or(self.cells.first().copied());
        changes.extend(seen.map(|seen| Change::Edge(seen, reader)));
    }
}
