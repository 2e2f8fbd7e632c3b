//! What constants are the address of, however they are cast.
//!
//! **Scope: module**, over the constants that are asked for and what they are made of.

use facts_schema::{EntityId, Facts, Opcode, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, sorted};
use program::{AliasOf, Crepe, Expression, Operand, Root, Zero};

/// `constant` is the address `base`, which is no cast of another address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Address {
    pub constant: ValueId,
    pub base: ValueId,
}

/// The addresses that some constants are.
pub(crate) struct Addresses {
    /// Without looking through aliases.
    pub cast: Vec<Address>,
    /// The same, and an alias is the address that it is an alias of.
    pub resolved: Vec<Address>,
}

impl Addresses {
    /// Looks through `constants`.
    pub fn of(facts: &Facts, constants: &FxHashSet<ValueId>) -> Self {
        let (mut cast, mut resolved) = (Vec::new(), Vec::new());
        if !constants.is_empty() {
            let mut program = Crepe::new();
            let operands = operands_below(facts, constants);
            let used: FxHashSet<ValueId> = operands.iter().map(|row| row.operand).collect();
            program.extend(constants.iter().map(|&constant| Root(constant)));
            program.extend(
                facts
                    .constant_expression
                    .iter()
                    .map(Expression::from)
                    .filter(|row| constants.contains(&row.0) || used.contains(&row.0)),
            );
            program.extend(operands.iter().map(Operand::from));
            program.extend(zeros(facts, &used).map(Zero));
            program.extend(facts.alias.iter().map(AliasOf::from));
            let (casts, resolutions) = program.run_with_hasher::<FxBuildHasher>();
            cast = sorted(casts.into_iter().map(|it| Address { constant: it.0, base: it.1 }));
            resolved =
                sorted(resolutions.into_iter().map(|it| Address { constant: it.0, base: it.1 }));
        }
        Self { cast, resolved }
    }
}

/// The operands of the constant expressions among `roots`, of their operands, and so on, also
/// through aliases.
pub(crate) fn operands_below(
    facts: &Facts,
    roots: &FxHashSet<ValueId>,
) -> Vec<facts_schema::ConstantOperand> {
    let mut reached = roots.clone();
    loop {
        let before = reached.len();
        for row in &facts.constant_operand {
            if reached.contains(&row.constant) {
                reached.insert(row.operand);
            }
        }
        for row in &facts.alias {
            if reached.contains(&row.alias) {
                reached.insert(row.aliasee);
            }
        }
        if reached.len() == before {
            break;
        }
    }
    let operands = facts.constant_operand.iter();
    operands.filter(|row| reached.contains(&row.constant)).copied().collect()
}

/// Those of `values` that are the integer 0, or a vector of such.
fn zeros<'a>(facts: &'a Facts, values: &'a FxHashSet<ValueId>) -> impl Iterator<Item = ValueId> {
    let zero = facts.texts.find(b"0");
    let integers = facts.constant_integer.iter();
    let integers =
        integers.filter(move |row| Some(row.unsigned) == zero && values.contains(&row.constant));
    let aggregates = values.iter().copied().filter(|value| {
        let row = facts.value.get(value.index());
        row.is_some_and(|row| row.kind == ValueKind::ZeroInitializer)
    });
    integers.map(|row| row.constant).chain(aggregates)
}

mod program {
    use super::*;
    use crepe::crepe;

    crepe! {
        @input
        /// It is asked what `constant` is the address of.
        pub struct Root(pub ValueId);

        @input
        pub struct Expression(pub ValueId, pub Opcode);

        @input
        pub struct Operand(pub ValueId, pub u32, pub ValueId);

        @input
        pub struct Zero(pub ValueId);

        @input
        pub struct AliasOf(pub ValueId, pub ValueId);

        @output
        /// `constant` is a cast of `base`.
        pub struct Cast(pub ValueId, pub ValueId);

        @output
        /// `constant` is a cast or alias of `base`.
        pub struct Resolved(pub ValueId, pub ValueId);

        struct Moves(ValueId);

        Moves(constant) <-
            Expression(constant, Opcode::GetElementPtr),
            Operand(constant, position, index),
            (position > 0),
            !Zero(index);

        // `constant` is the same address as `operand`.
        struct Same(ValueId, ValueId);

        Same(constant, operand) <-
            Expression(constant, opcode),
            (matches!(opcode, Opcode::BitCast | Opcode::AddrSpaceCast)),
            Operand(constant, 0, operand);

        Same(constant, operand) <-
            Expression(constant, Opcode::GetElementPtr),
            !Moves(constant),
            Operand(constant, 0, operand);

        struct CastOf(ValueId, ValueId);

        CastOf(constant, constant) <- Root(constant);

        CastOf(constant, inner) <- CastOf(constant, outer), Same(outer, inner);

        Cast(constant, base) <- CastOf(constant, base), !Same(base, _);

        struct ResolvesTo(ValueId, ValueId);

        ResolvesTo(constant, constant) <- Root(constant);

        ResolvesTo(constant, inner) <- ResolvesTo(constant, outer), Same(outer, inner);

        ResolvesTo(constant, inner) <- ResolvesTo(constant, outer), AliasOf(outer, inner);

        Resolved(constant, base) <-
            ResolvesTo(constant, base),
            !Same(base, _),
            !AliasOf(base, _);
    }
}

input_from! { Expression(constant, opcode) from ConstantExpression }
input_from! { Operand(constant, position, operand) from ConstantOperand }
input_from! { AliasOf(alias, aliasee) from Alias }
