//! The rules for the evidence about each access, which the rules of `classify` use.
//!
//! **Scope: module**, on the accesses that are classified.

use facts_schema::view::Scope;
use facts_schema::{FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use crate::classify::{self, Evidence, HasEvidence};
use crate::partition::Strength;
use crate::pointees::Key;
use crate::recover::{Location, Recovery};
use crate::slice::{Bits, is_odd};
use crate::structures::{ByType, Fit, fit};
use crate::touches::Touch;
use crate::words::number_of;

/// The width of `int`, on all targets except the smallest.
const INT_WIDTH: u32 = 32;

impl<'f> Recovery<'_, 'f> {
    /// Adds the evidence about the accesses that have a word to `classify`, by their numbers.
    pub fn add_evidence(
        &self,
        by_type: &ByType<'_, 'f>,
        locations: &[Option<Location>],
        touches: &[Touch],
        word_of: &[Option<u32>],
        classify: &mut classify::Program,
    ) {
        let words = self.words;
        let is_classified = |access: usize| word_of.get(access).is_some_and(Option::is_some);
        let classified =
            || (0..).zip(&words.accesses).filter(|(it, _)| is_classified(*it as usize));
        let accesses = classified()
            .map(|(access, it)| (access, it.instruction, it.place.root, it.width, it.alignment));
        let stores =
            classified().filter(|(_, it)| it.is_store).map(|(access, it)| (access, it.value));
        let located = classified().filter_map(|(access, _)| {
            let Location { key, offset } = (*locations.get(access as usize)?)?;
            Some((access, key, offset))
        });
        let tagged = classified().map(|(_, it)| it.instruction).filter(|it| by_type.is_tagged(*it));
        let touched = touches.iter().filter(|it| is_classified(it.access));
        let touched = touched.map(|it| (it.access as u32, it.bits, it.strength, it.is_signed));
        let uses = words.reads.iter().filter_map(|&(load, slice, _, user)| {
            let access = number_of(&words.accesses, load).filter(|it| is_classified(*it))?;
            (slice.from.width == words.accesses[access].width).then_some((access as u32, user))
        });
        let updates = self.updates.iter();
        let replaced = updates.clone().flat_map(|it| it.words.iter().map(|word| (it.store, *word)));
        program::run(
            Scope::module(self.view),
            accesses,
            stores,
            located,
            touched,
            uses,
            tagged,
            words.promoted.iter().copied(),
            replaced,
            updates.filter(|it| it.is_insertion).map(|it| it.store),
            self.unoptimised.iter().copied(),
            classify,
        );
    }
}

/// Whether bits are the sign, the exponent or the fraction of a floating-point number of `width` bits, or several
/// of them: IEEE 754, section 3.6.
fn is_float_part(bits: Bits, width: u32) -> bool {
    let fraction = match width {
        16 => 10,
        32 => 23,
        64 => 52,
        128 => 112,
        _ => return false,
    };
    let is_edge = |at| [0, fraction, width - 1, width].contains(&at);
    is_edge(bits.low) && is_edge(bits.end())
}

datalog! { module;
    @input
    /// `instruction` is `access`, to `width` bits at or after `root`; the address is a multiple of `alignment`
    /// bytes.
    struct Access(u32, InstructionId, ValueId, u32, u32);

    @input
    /// `access` stores `value`.
    struct Stores(u32, ValueId);

    @input
    /// `access` is at `offset` bytes after the beginning of `key`.
    struct Located(u32, Key, i64);

    @input
    /// An operation touches `bits` of `access`, as evidence of a field with this `strength`. `is_signed` says
    /// whether their highest bit is a sign, if that is known.
    struct Touched(u32, Bits, Strength, Option<bool>);

    @input
    /// `user` uses all the bits that `access` reads.
    struct UsesAllBits(u32, InstructionId);

    @input
    /// `instruction` has a tag for type-based alias analysis.
    struct Tagged(InstructionId);

    @input
    /// The whole word that `load` reads is extended.
    struct Extended(InstructionId);

    @input
    /// `store` replaces some bits of `word`.
    struct Updates(InstructionId, ValueId);

    @input
    /// In the value that `store` writes, a mask clears bits, and others replace them.
    struct Inserts(InstructionId);

    @input
    /// `function` has not been optimised.
    struct UnoptimisedFunction(FunctionId);

    /// Instructions that only pass a structure on.
    const PASSES_ON(Opcode) = [Opcode::Call, Opcode::Invoke, Opcode::Ret, Opcode::InsertValue];

    /// `access` has this evidence.
    @output HasEvidence(u32, Evidence);

    // The locations of accesses.

    /// `access` is in a function that has not been optimised.
    struct Unoptimised(u32);

    Unoptimised(access) <-
        Access(access, instruction, _, _, _),
        instruction { instruction, function },
        UnoptimisedFunction(function);

    HasEvidence(access, Evidence::Unoptimised) <- Unoptimised(access);

    HasEvidence(access, Evidence::Tagged) <- Access(access, instruction, _, _, _), Tagged(instruction);

    HasEvidence(access, Evidence::Atomic) <-
        Access(access, instruction, _, _, _),
        instruction { instruction, opcode: Opcode::AtomicRmw };

    HasEvidence(access, Evidence::Direct) <-
        Unoptimised(access),
        Access(access, _, root, _, _),
        value { value: root, kind: ValueKind::GlobalVariable };

    HasEvidence(access, Evidence::Direct) <-
        Unoptimised(access),
        Access(access, _, root, _, _),
        definition { value: root, instruction },
        alloca_instruction { instruction };

    /// The structure of `access` is not known.
    struct Unnamed(u32);

    Unnamed(access) <- Located(access, key, _), (matches!(key, Key::Unnamed(_)));

    HasEvidence(access, Evidence::Misaligned) <-
        Unnamed(access),
        Access(access, _, _, width, alignment),
        (width.is_power_of_two() && u64::from(alignment) * 8 < u64::from(width));

    HasEvidence(access, Evidence::Punned) <-
        Located(access, key, offset),
        let Key::Type(r#type) = key,
        Access(access, _, _, width, _),
        (fit(module.whole(), r#type, offset, width) == Fit::NoNumber);

    // The widths of accesses.

    HasEvidence(access, Evidence::Narrow) <- Access(access, _, _, width, _), (width < INT_WIDTH);

    HasEvidence(access, Evidence::Odd) <- Access(access, _, _, width, _), (is_odd(width));

    // Operations on some of their bits.

    /// An operation touches `bits` of `access`, but not all its bits; `strength` as above.
    struct Part(u32, Bits, Strength);

    Part(access, bits, strength) <-
        Touched(access, bits, strength, _),
        Access(access, _, _, width, _),
        (bits.width < width);

    /// Only some of the bits of `access` are used or changed.
    struct Cut(u32);

    Cut(access) <- Part(access, bits, _), (!bits.is_member());

    // If whole members are in one word, optimised code may read them from it.
    Cut(access) <- Part(access, _, _), Unoptimised(access);

    HasEvidence(access, Evidence::Cut) <- Cut(access);

    HasEvidence(access, Evidence::Taken) <-
        Touched(access, _, strength, _),
        (strength >= Strength::Constant),
        Cut(access);

    /// A mask clears bits of `access`, and a value replaces them.
    struct Inserted(u32);

    Inserted(access) <- Cut(access), Access(access, store, _, _, _), Inserts(store);

    HasEvidence(access, Evidence::Inserted) <- Inserted(access);

    HasEvidence(access, Evidence::Flag) <-
        Part(access, _, strength),
        (strength < Strength::Constant),
        Cut(access),
        !Inserted(access);

    // A shift alone may divide.
    HasEvidence(access, Evidence::Shifted) <-
        Touched(access, bits, strength, is_signed),
        (strength == Strength::TakenOut && (bits.low > 0 || is_signed == Some(true))),
        Access(access, _, _, width, _),
        (bits.end() < width);

    /// An operation touches bits of `access` that are not a part of a floating-point number.
    struct OtherPart(u32);

    OtherPart(access) <-
        Part(access, bits, _),
        Access(access, _, _, width, _),
        (!is_float_part(bits, width));

    HasEvidence(access, Evidence::FloatParts) <- Unnamed(access), !Unoptimised(access), !OtherPart(access);

    // Operations on them as a whole.

    /// The word of `instruction` is extended as a whole, or computed from an extended one.
    struct Promoted(InstructionId);

    Promoted(load) <- Extended(load);

    Promoted(store) <-
        Updates(store, word),
        definition { value: word, instruction: load },
        Extended(load);

    HasEvidence(access, Evidence::Promoted) <- Access(access, instruction, _, _, _), Promoted(instruction);

    HasEvidence(access, Evidence::Whole) <-
        Stores(access, value),
        !Cut(access),
        !value { value, kind: ValueKind::Argument };

    HasEvidence(access, Evidence::Whole) <-
        UsesAllBits(access, user),
        instruction { instruction: user, opcode },
        !PASSES_ON(opcode);
}
