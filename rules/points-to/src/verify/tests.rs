use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::tests::random;
use crate::{Fact, Opaque, Tuples, definition};

fn solution(facts: &[Fact]) -> Solution {
    let mut tuples = Tuples::default();
    for fact in facts {
        match *fact {
            Fact::PointsTo(node, location) => tuples.points_to.push((node, location)),
            Fact::Stored(location, target) => tuples.stored.push((location, target)),
            Fact::Reachable(function, context) => tuples.reachable.push((function, context)),
            Fact::Calls(edge) => tuples.calls.push(edge),
            Fact::Escaped(instance) => tuples.escaped.push(instance),
        }
    }
    tuples.into()
}

/// The numbers below `count`, starting with `start` and wrapping around.
fn around(start: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |number| (start + number) % count)
}

proptest! {
    #[test]
    fn a_solution_is_the_sum_of_its_facts(constraints in random::constraints()) {
        let correct = definition::solve(&constraints, 1, &Opaque::default());
        let mut facts: Vec<Fact> = correct.tuples().facts().collect();
        facts.reverse();
        prop_assert!(facts.iter().all(|fact| correct.holds(*fact)));
        prop_assert_eq!(solution(&facts), correct);
    }

    #[test]
    fn omitted_facts_are_reported_as_missing(constraints in random::constraints(), which: Index) {
        let solved = definition::solve(&constraints, 1, &Opaque::default());
        let mut facts: Vec<Fact> = solved.tuples().facts().collect();
        let left_out = facts.remove(which.index(facts.len()));
        let changed = solution(&facts);
        let complaints = verify(&constraints, 1, &changed).expect_err("a fact is missing");
        prop_assert!(complaints.contains(&Complaint::Missing(left_out)), "{:?}", complaints);
    }

    #[test]
    fn added_facts_are_noticed(
        constraints in random::constraints(),
        one: Index,
        other: Index,
        kind in 0..4_usize,
    ) {
        let correct = definition::solve(&constraints, 1, &Opaque::default());
        let mut facts: Vec<Fact> = correct.tuples().facts().collect();
        let locations = &correct.locations;
        let fact = |kind, one: usize, other: usize| match kind {
            0 => {
                let variable = crate::Variable(one as u32);
                Fact::PointsTo(constraints.node(variable, Context::EMPTY), locations[other])
            }
            1 => Fact::Stored(locations[one], locations[other]),
            2 => Fact::Escaped(locations[other].instance),
            _ => Fact::Reachable(FunctionId(one as u32), Context::EMPTY),
        };
        let counts =
            [constraints.variables.len(), locations.len(), 1, constraints.functions.len()];
        // The first fact that does not hold, searched from a random one; of the next kind if all facts of a kind
        // hold.
        let kinds = (0..4).map(|next| (kind + next) % 4);
        let added = kinds.flat_map(|kind| {
            let count = counts[kind];
            let ones = around(one.index(count), count);
            let others = move || around(other.index(locations.len()), locations.len());
            ones.flat_map(move |one| others().map(move |other| fact(kind, one, other)))
        });
        let added = added.into_iter().find(|added| !correct.holds(*added));
        facts.push(added.expect("a pointer points nowhere"));
        prop_assert!(verify(&constraints, 1, &solution(&facts)).is_err());
    }
}

#[test]
fn facts_that_are_each_others_only_reason_are_unjustified() {
    use crate::generate::builder::Builder;
    use crate::{Assign, Node};

    let mut builder = Builder::new(Vec::new());
    let [one, other] = [(); 2].map(|()| builder.temporary(None));
    builder.constraints().module.assigns =
        vec![Assign { to: one, from: other }, Assign { to: other, from: one }];
    let constraints = builder.finish();
    let solved = definition::solve(&constraints, 0, &Opaque::default());
    let mut facts: Vec<Fact> = solved.tuples().facts().collect();
    let circular = [one, other].map(|variable| {
        let node = Node { variable, context: Context::EMPTY };
        Fact::PointsTo(node, Location::EXTERNAL)
    });
    facts.extend(circular);
    let complaints = verify(&constraints, 0, &solution(&facts)).expect_err("circular reasons");
    assert_eq!(complaints, circular.map(Complaint::Unjustified));
}

#[test]
fn a_solution_out_of_order_is_rejected() {
    let constraints = Constraints::default();
    let solution = Solution { sets: vec![Box::new([7])], ..Solution::default() };
    assert_eq!(verify(&constraints, 0, &solution), Err(vec![Complaint::Malformed("sets")]));
}
