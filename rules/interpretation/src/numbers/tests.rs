use super::*;
use crate::value::wrapped;

/// The operations on two integers.
pub(crate) const OPERATIONS: [Opcode; 13] = [
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Shl,
    Opcode::LShr,
    Opcode::AShr,
    Opcode::SDiv,
    Opcode::SRem,
    Opcode::UDiv,
    Opcode::URem,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
];

/// Tries all numbers of four bits: the result for ranges contains the results for their numbers.
#[test]
fn ranges_contain_the_results_of_their_numbers() {
    const WIDTH: u32 = 4;
    let ranges: Vec<Interval> = (-8..8)
        .flat_map(|low| (low..8).map(move |high| Interval { low, high }))
        .step_by(5)
        .collect();
    for opcode in OPERATIONS {
        for one in &ranges {
            for other in &ranges {
                let found = computed(opcode, WIDTH, *one, *other, false);
                let Value::Integer { width: WIDTH, range } = found else {
                    assert_eq!(found, Value::Unknown);
                    continue;
                };
                for first in one.low..=one.high {
                    for second in other.low..=other.high {
                        let Some(result) = result(opcode, first, second) else { continue };
                        assert!(
                            range.contains(result),
                            "{first} {opcode:?} {second} = {result}, not in {range:?}"
                        );
                    }
                }
            }
        }
    }
}

/// The result for numbers of four bits, unless it is undefined.
pub(crate) fn result(opcode: Opcode, first: i128, second: i128) -> Option<i128> {
    let [one, other] = [first, second].map(|it| it.rem_euclid(16));
    let shifts = (0..4).contains(&second);
    let number = match opcode {
        Opcode::Add => first + second,
        Opcode::Sub => first - second,
        Opcode::Mul => first * second,
        Opcode::Shl if shifts => first << second,
        Opcode::LShr if shifts => one >> second,
        Opcode::AShr if shifts => first >> second,
        Opcode::SDiv if second != 0 && (first, second) != (-8, -1) => first / second,
        Opcode::SRem if second != 0 && (first, second) != (-8, -1) => first % second,
        Opcode::UDiv if other != 0 => one / other,
        Opcode::URem if other != 0 => one % other,
        Opcode::And => one & other,
        Opcode::Or => one | other,
        Opcode::Xor => one ^ other,
        _ => return None,
    };
    Some(wrapped(4, number))
}

#[test]
fn comparisons_are_decided_as_their_numbers_are() {
    let predicates = [
        Predicate::Eq,
        Predicate::Ne,
        Predicate::Slt,
        Predicate::Sle,
        Predicate::Sgt,
        Predicate::Sge,
        Predicate::Ult,
        Predicate::Ule,
        Predicate::Ugt,
        Predicate::Uge,
    ];
    let holds = |predicate, first: i128, second: i128| {
        let [one, other] = [first, second].map(|it| it.rem_euclid(16));
        match predicate {
            Predicate::Eq => first == second,
            Predicate::Ne => first != second,
            Predicate::Slt => first < second,
            Predicate::Sle => first <= second,
            Predicate::Sgt => first > second,
            Predicate::Sge => first >= second,
            Predicate::Ult => one < other,
            Predicate::Ule => one <= other,
            Predicate::Ugt => one > other,
            _ => one >= other,
        }
    };
    let ranges = (-8..8).flat_map(|low| (low..8).map(move |high| Interval { low, high }));
    for predicate in predicates {
        for one in ranges.clone() {
            for other in ranges.clone().step_by(3) {
                let numbers = || {
                    (one.low..=one.high).flat_map(|first| {
                        (other.low..=other.high).map(move |second| (first, second))
                    })
                };
                if let Some(decided) = compared(predicate, 4, one, other) {
                    assert!(
                        numbers().all(|(first, second)| holds(predicate, first, second) == decided)
                    );
                }
                let bound = bounded(predicate, 4, other);
                let within = |first| bound.is_none_or(|it| it.contains(first));
                assert!(
                    numbers()
                        .all(|(first, second)| !holds(predicate, first, second) || within(first))
                );
            }
        }
    }
}
