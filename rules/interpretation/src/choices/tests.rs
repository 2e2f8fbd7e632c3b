//! Tries all numbers of four bits.

use super::*;
use crate::numbers::tests::{OPERATIONS, result};
use crate::value::wrapped;

const WIDTH: u32 = 4;

/// All choices.
fn choices() -> impl Iterator<Item = Choice> {
    let ranges = (-8..8).flat_map(|low| (low + 1..8).map(move |high| Interval { low, high }));
    let each = |range| [true, false].map(|is_dense| Choice { width: WIDTH, range, is_dense });
    ranges.flat_map(each)
}

/// The numbers that can certainly be chosen.
fn certain(choice: Choice) -> Vec<i128> {
    let Interval { low, high } = choice.range;
    if choice.is_dense { (low..=high).collect() } else { vec![low, high] }
}

/// Checks a result, given the results for the numbers that may be chosen, and for those that can certainly be chosen.
fn check(found: Value, width: u32, may: &[i128], can: &[i128], what: &str) {
    match found {
        Value::Unknown => {}
        Value::Undef => {
            let all = Interval::all(width);
            assert!((all.low..=all.high).all(|it| can.contains(&it)), "{what} is not any number");
        }
        Value::Integer { range, .. } => {
            let number = range.exact().expect("it is one number");
            assert!(may.iter().all(|it| *it == number), "{what} is not always {number}");
        }
        Value::Choice(choice) => {
            assert_eq!(choice.width, width);
            assert!(may.iter().all(|it| choice.range.contains(*it)), "{what}: not in {choice:?}");
            let missing = certain(choice).into_iter().find(|it| !can.contains(it));
            assert_eq!(missing, None, "{what}: not every number of {choice:?}");
        }
        other => panic!("{what} is {other:?}"),
    }
}

#[test]
fn operations_agree_with_all_numbers() {
    let mut known = 0;
    for choice in choices() {
        let Interval { low, high } = choice.range;
        for opcode in OPERATIONS {
            for number in -8..8 {
                let of = |it: i128| result(opcode, it, number).map(|it| wrapped(WIDTH, it));
                let may: Vec<i128> = (low..=high).filter_map(of).collect();
                let can: Vec<i128> = certain(choice).into_iter().filter_map(of).collect();
                if may.is_empty() {
                    continue;
                }
                let found = choice.computed(opcode, number);
                known += usize::from(found != Value::Unknown);
                check(found, WIDTH, &may, &can, &format!("{choice:?} {opcode:?} {number}"));
            }
        }
        for number in -8..8 {
            let of = |it: i128| wrapped(WIDTH, number - it);
            let may: Vec<i128> = (low..=high).map(of).collect();
            let can: Vec<i128> = certain(choice).into_iter().map(of).collect();
            let what = format!("{number} - {choice:?}");
            check(choice.subtracted_from(number), WIDTH, &may, &can, &what);
        }
    }
    assert!(known > 5_000, "only {known} results are known");
}

#[test]
fn conversions_agree_with_all_numbers() {
    for choice in choices() {
        let Interval { low, high } = choice.range;
        for (opcode, to) in [
            (Opcode::ZExt, 6),
            (Opcode::SExt, 6),
            (Opcode::Trunc, 1),
            (Opcode::Trunc, 2),
            (Opcode::Trunc, 3),
        ] {
            let of = |it: i128| match opcode {
                Opcode::ZExt => it.rem_euclid(16),
                _ => wrapped(to, it),
            };
            let may: Vec<i128> = (low..=high).map(of).collect();
            let can: Vec<i128> = certain(choice).into_iter().map(of).collect();
            let what = format!("{opcode:?} {choice:?} to {to} bits");
            check(choice.converted(opcode, to), to, &may, &can, &what);
        }
    }
}

#[test]
fn intrinsics_agree_with_all_numbers() {
    let choice = Choice::all(WIDTH);
    let bits = |it: i128| (it.rem_euclid(16)) as u32;
    for name in ["smin", "smax", "sadd.sat", "umin", "umax", "ctpop", "ctlz", "cttz"] {
        for number in -8..8 {
            let of = |it: i128| match name {
                "smin" => it.min(number),
                "smax" => it.max(number),
                "sadd.sat" => (it + number).clamp(-8, 7),
                "umin" => wrapped(WIDTH, bits(it).min(bits(number)).into()),
                "umax" => wrapped(WIDTH, bits(it).max(bits(number)).into()),
                "ctpop" => bits(it).count_ones().into(),
                "ctlz" => (bits(it).leading_zeros() - 28).into(),
                _ => bits(it).trailing_zeros().min(4).into(),
            };
            let all: Vec<i128> = (-8..8).map(of).collect();
            let what = format!("{name} of undef and {number}");
            check(choice.chosen_by(name, number), WIDTH, &all, &all, &what);
        }
    }
}

#[test]
fn satisfiable_comparisons_hold_for_some_choice() {
    use Predicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    for choice in choices() {
        for low in -8..8 {
            for high in low..8 {
                let other = Interval { low, high };
                for predicate in [Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult] {
                    if !choice.can_satisfy(predicate, other) {
                        continue;
                    }
                    for number in low..=high {
                        let holds = |it: i128| {
                            let [one, other] = [it, number].map(Interval::only);
                            crate::numbers::compared(predicate, WIDTH, one, other)
                        };
                        let can_hold =
                            certain(choice).into_iter().any(|it| holds(it) == Some(true));
                        assert!(can_hold, "{choice:?} {predicate:?} {number}");
                    }
                }
            }
        }
    }
}

/// The strictest choice for a comparison can itself be chosen.
#[test]
fn the_strictest_choice_can_be_chosen() {
    use Predicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let mut known = 0;
    for choice in choices() {
        for predicate in [Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult] {
            let Some(bounding) = choice.bounding(predicate) else { continue };
            known += 1;
            assert!(certain(choice).contains(&bounding), "{choice:?} cannot be {bounding}");
        }
    }
    assert!(known > 1_000, "only {known} choices are known");
}

/// If a result is reported as possibly poison, a number that can be chosen violates a flag.
#[test]
fn reported_poison_occurs_for_some_choice() {
    let all =
        [true, false].map(|it| Flags { nuw: it, nsw: !it, exact: it, disjoint: it, nneg: it });
    for choice in choices() {
        for (opcode, flags) in OPERATIONS.into_iter().flat_map(|it| all.map(|flags| (it, flags))) {
            for number in -8..8 {
                let (first, second) = (Value::Choice(choice), Value::integer(WIDTH, number));
                if can_be_poison(opcode, WIDTH, first, second, flags) {
                    let is_poison = |it: i128| {
                        let [one, other] = [it, number].map(Interval::only);
                        numbers::is_poison(opcode, WIDTH, one, other, flags)
                    };
                    let can_be = certain(choice).into_iter().any(is_poison);
                    assert!(can_be, "{choice:?} {opcode:?} {number}");
                }
            }
        }
    }
}
