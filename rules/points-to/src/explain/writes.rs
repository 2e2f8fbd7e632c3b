//! The inferences about the contents of memory, and about escaped instances.

use super::choice::Choice;
use super::index::rows;
use super::inferences::{Inferences, held, plain};
use super::{Claim, Constraint};
use crate::definition::Rule;
use crate::offsets::Distance;
use crate::verify::trace::Source;
use crate::{Fact, Instance, Location, Node};

impl Inferences<'_, '_> {
    /// The inferences of a pointer in a cell.
    pub(super) fn store(
        &self,
        cell: Location,
        target: Location,
        choice: &mut Choice,
    ) -> Option<()> {
        match self.trace.stored(cell, target)?.1 {
            None if cell == Location::EXTERNAL => {
                choice.offer(plain(Rule::ExternalContent, vec![]));
            }
            None => choice.offer(plain(Rule::ExternalWrite, vec![Fact::Escaped(cell.instance)])),
            Some(source) => {
                self.write(source, cell, target, Rule::Store, Rule::Transfer, choice)?
            }
        }
        Some(())
    }

    /// The inferences of an escaped instance.
    pub(super) fn escape(&self, instance: Instance, choice: &mut Choice) -> Option<()> {
        let Some((holder, target)) = self.trace.escaped_as(instance) else {
            choice.offer(plain(Rule::ExternalObject, vec![]));
            return Some(());
        };
        match holder {
            Some(Source::Node(_)) => {
                let given = Fact::PointsTo(Node::CAPTURED, target);
                choice.offer(plain(Rule::Captured, vec![given]));
            }
            Some(Source::Cell(cell)) => {
                let premises = vec![Fact::Escaped(cell.instance), Fact::Stored(cell, target)];
                choice.offer(plain(Rule::ReadByExternal, premises));
            }
            _ => {
                let source = self.trace.escaped_by_write(target)?.1?;
                let rule = Rule::WrittenToExternal;
                self.write(source, Location::EXTERNAL, target, rule, rule, choice)?;
            }
        }
        Some(())
    }

    /// The inferences of a pointer in a cell that was written by stores or copies.
    fn write(
        &self,
        source: Source,
        cell: Location,
        target: Location,
        by_store: Rule,
        by_copy: Rule,
        choice: &mut Choice,
    ) -> Option<()> {
        match source {
            Source::Node(from) => self.write_by_store(from, cell, target, by_store, choice),
            Source::Copy(copy, distance) => {
                self.write_by_copy(copy, distance, cell, target, by_copy, choice)?;
            }
            Source::Cell(_) => {}
        }
        Some(())
    }

    fn write_by_store(
        &self,
        from: Node,
        cell: Location,
        target: Location,
        rule: Rule,
        choice: &mut Choice,
    ) {
        for (owner, row) in rows(&self.index.stores, &from.variable) {
            for context in self.contexts(*owner, from) {
                let address = self.constraints.node(row.address, context);
                let distance = Distance::of(row.offset);
                if let Some(mut premises) = self.written(address, distance, cell, owner.is_none()) {
                    premises.push(Fact::PointsTo(from, target).into());
                    choice.offer(held(rule, *owner, context, Constraint::Store(*row), premises));
                }
            }
        }
    }

    fn write_by_copy(
        &self,
        copy: usize,
        distance: Distance,
        cell: Location,
        target: Location,
        rule: Rule,
        choice: &mut Choice,
    ) -> Option<()> {
        let (_, Some(Source::Cell(content))) = self.trace.copied(copy, distance, target)? else {
            return None;
        };
        let copy = self.trace.copy(copy);
        let ((owner, row), context) = (copy.row, copy.context);
        let [to, from] = [row.to, row.from].map(|it| self.constraints.node(it, context));
        let mut premises = self.written(to, distance, cell, owner.is_none())?;
        premises.extend(self.earliest_access(from, content.instance, |_, touched| {
            let mut distances = self.constraints.distances(touched, content.offsets, copy.length);
            distances.any(|it| it == distance)
        })?);
        premises.push(Fact::Stored(content, target).into());
        choice.offer(held(rule, owner, context, Constraint::Transfer(row), premises));
        Some(())
    }

    /// The premises which state that a node points to a location at this distance before the cell, and that the body
    /// can write to it.
    fn written(
        &self,
        node: Node,
        distance: Distance,
        cell: Location,
        is_initial: bool,
    ) -> Option<Vec<Claim>> {
        self.earliest_access(node, cell.instance, |pointee, touched| {
            let is_writable = is_initial || self.constraints.is_writable(pointee.instance.object);
            is_writable && self.constraints.behind(touched, distance) == Some(cell)
        })
    }
}
