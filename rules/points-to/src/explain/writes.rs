//! The ways in which something comes to lie in memory, and external code gets to know it.

use facts_schema::FunctionId;

use super::ways::{Ways, held, plain};
use super::{Constraint, Way};
use crate::definition::Rule;
use crate::place::Distance;
use crate::{Context, Fact, Instance, Location, Node, Store, Transfer};

impl Ways<'_> {
    pub(super) fn store(&self, cell: Location, target: Location, ways: &mut Vec<Way>) {
        let (constraints, solution) = (self.constraints, self.solution);
        if (cell, target) == (Location::EXTERNAL, Location::EXTERNAL) {
            ways.push(plain(Rule::ExternalContent, vec![]));
        }
        if solution.opaque.contains(cell.instance) {
            return;
        }
        let is_writable = constraints.is_writable(cell.instance.object);
        if target == Location::EXTERNAL
            && is_writable
            && solution.is_escaped(cell.instance)
            && constraints.anywhere(cell.instance) == cell
        {
            ways.push(plain(Rule::ExternalWrite, vec![Fact::Escaped(cell.instance)]));
        }
        for (owner, row) in self.index.stores.iter().filter(|(it, _)| is_writable || it.is_none()) {
            for context in self.all_contexts(*owner) {
                self.store_by(*owner, row, context, cell, target, ways);
            }
        }
        for (owner, row) in
            self.index.transfers.iter().filter(|(it, _)| is_writable || it.is_none())
        {
            for context in self.all_contexts(*owner) {
                self.transfer_by(*owner, row, context, cell, target, ways);
            }
        }
    }

    fn store_by(
        &self,
        owner: Option<FunctionId>,
        row: &Store,
        context: Context,
        cell: Location,
        target: Location,
        ways: &mut Vec<Way>,
    ) {
        let address = self.constraints.node(row.address, context);
        let from = Fact::PointsTo(self.constraints.node(row.from, context), target);
        for pointee in self.within(address, cell.instance) {
            if self.constraints.behind(pointee, Distance::of(row.offset)) == Some(cell)
                && self.solution.holds(from)
            {
                let premises = vec![Fact::PointsTo(address, pointee), from];
                ways.push(held(Rule::Store, owner, context, Constraint::Store(*row), premises));
            }
        }
    }

    fn transfer_by(
        &self,
        owner: Option<FunctionId>,
        row: &Transfer,
        context: Context,
        cell: Location,
        target: Location,
        ways: &mut Vec<Way>,
    ) {
        let constraints = self.constraints;
        let [to, from] = [row.to, row.from].map(|variable| constraints.node(variable, context));
        if self.within(to, cell.instance).next().is_none() {
            return;
        }
        let length = constraints.length(row.length, context);
        for source in self.solution.points_to(from) {
            let touched = self.solution.opaque.touched(source);
            for (content, set) in self.solution.contents(touched.instance) {
                if !self.contains(*set, target) {
                    continue;
                }
                for pointee in self.within(to, cell.instance) {
                    let mut distances = constraints.distances(touched, content.place, length);
                    if distances.any(|it| constraints.behind(pointee, it) == Some(cell)) {
                        let premises = vec![
                            Fact::PointsTo(to, pointee),
                            Fact::PointsTo(from, source),
                            Fact::Stored(*content, target),
                        ];
                        let constraint = Constraint::Transfer(*row);
                        ways.push(held(Rule::Transfer, owner, context, constraint, premises));
                    }
                }
            }
        }
    }

    pub(super) fn escape(&self, instance: Instance, ways: &mut Vec<Way>) {
        if instance == Instance::EXTERNAL {
            ways.push(plain(Rule::ExternalObject, vec![]));
        }
        for location in self.within(Node::CAPTURED, instance) {
            ways.push(plain(Rule::Captured, vec![Fact::PointsTo(Node::CAPTURED, location)]));
        }
        self.give_away(instance, ways);
        for (cell, set) in &self.solution.stored {
            let range = self.members_within(*set, instance);
            if !range.is_empty() && self.solution.is_escaped(cell.instance) {
                for member in &self.solution.sets[set.0 as usize][range] {
                    let target = self.solution.locations[*member as usize];
                    let premises = vec![Fact::Escaped(cell.instance), Fact::Stored(*cell, target)];
                    ways.push(plain(Rule::ReadByExternal, premises));
                }
            }
        }
    }

    /// The ways in which pointers to the instance are written to opaque memory.
    fn give_away(&self, instance: Instance, ways: &mut Vec<Way>) {
        for (owner, row) in &self.index.stores {
            for context in self.all_contexts(*owner) {
                let node = |variable| self.constraints.node(variable, context);
                let [address, from] = [row.address, row.from].map(node);
                for target in self.within(from, instance) {
                    for pointee in self.opaque_pointees(*owner, address) {
                        let premises =
                            vec![Fact::PointsTo(address, pointee), Fact::PointsTo(from, target)];
                        let constraint = Constraint::Store(*row);
                        ways.push(held(Rule::GivenAway, *owner, context, constraint, premises));
                    }
                }
            }
        }
        for (owner, row) in &self.index.transfers {
            for context in self.all_contexts(*owner) {
                self.give_away_copy(*owner, row, context, instance, ways);
            }
        }
    }

    fn give_away_copy(
        &self,
        owner: Option<FunctionId>,
        row: &Transfer,
        context: Context,
        instance: Instance,
        ways: &mut Vec<Way>,
    ) {
        let constraints = self.constraints;
        let [to, from] = [row.to, row.from].map(|variable| constraints.node(variable, context));
        let pointees: Vec<_> = self.opaque_pointees(owner, to).collect();
        if pointees.is_empty() {
            return;
        }
        let length = constraints.length(row.length, context);
        for source in self.solution.points_to(from) {
            let touched = self.solution.opaque.touched(source);
            for (content, set) in self.solution.contents(touched.instance) {
                let mut distances = constraints.distances(touched, content.place, length);
                if distances.next().is_none() {
                    continue;
                }
                for member in
                    &self.solution.sets[set.0 as usize][self.members_within(*set, instance)]
                {
                    let target = self.solution.locations[*member as usize];
                    for pointee in &pointees {
                        let premises = vec![
                            Fact::PointsTo(to, *pointee),
                            Fact::PointsTo(from, source),
                            Fact::Stored(*content, target),
                        ];
                        let constraint = Constraint::Transfer(*row);
                        ways.push(held(Rule::GivenAway, owner, context, constraint, premises));
                    }
                }
            }
        }
    }

    /// Where in opaque memory that the body may write to a node points.
    fn opaque_pointees(
        &self,
        owner: Option<FunctionId>,
        node: Node,
    ) -> impl Iterator<Item = Location> + '_ {
        self.solution.points_to(node).filter(move |pointee| {
            let is_writable = || self.constraints.is_writable(pointee.instance.object);
            self.solution.opaque.contains(pointee.instance) && (owner.is_none() || is_writable())
        })
    }
}
