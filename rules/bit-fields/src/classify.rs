//! Decides which words consist of bit fields, if there is no debug information.
//!
//! A program that masks the bits of an integer itself has the same operations as one with bit fields. These differences
//! in the code of C compilers distinguish them:
//!
//! - Integers narrower than `int` are extended before they are masked; the storage of bit fields is not. Optimised
//!   code no longer shows this.
//! - If loads and stores have tags for type-based alias analysis, those of members have one, and those of the
//!   storage of bit fields have none.
//! - An assignment to a bit field reads and writes its storage through one pointer, with a mask and a value in
//!   between. If a program writes this as one assignment, such as `x |= 4`, there is only one of them.
//! - The storage of bit fields is never read or written as a whole, and extracted bits are moved down to bit 0. A
//!   test of a flag, `x & 4`, leaves the bit in place.
//!
//! **Scope: module**, on one row for each piece of evidence about an access.

use rules_macros::datalog;

/// Evidence about an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// Only some of the bits are used or changed.
    Cut,
    /// Some of the bits are extracted as a separate integer, or replaced by one.
    Taken,
    /// Its function has not been optimised.
    Unoptimised,
    /// It has a tag for type-based alias analysis.
    Tagged,
    /// It is narrower than `int`.
    Narrow,
    /// No integer of C has its width.
    Odd,
    /// It is extended as a whole.
    Promoted,
    /// It is less aligned than its width, and its structure is not known.
    Misaligned,
    /// The type of its structure has no integer there, but something of the same width, such as a pointer.
    Punned,
    /// A mask clears bits, and a value replaces them.
    Inserted,
    /// It is divided at the parts of a floating-point number, and its structure is not known.
    FloatParts,
    /// It reads and changes the word atomically; C cannot take the address of a bit field for that.
    Atomic,
    /// Its address is a variable itself: an assignment in the source has the same address twice.
    Direct,
    /// Bits are shifted down and masked, or shifted up and down with their sign.
    Shifted,
    /// The whole word is used or replaced.
    Whole,
    /// Bits are set, cleared or flipped by one operation, or tested in place.
    Flag,
}

/// The reason why a word consists of bit fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// No integer of C has its width.
    Odd,
    /// It is masked without being extended to `int` first.
    NotPromoted,
    /// It has no tag, although others have.
    Untagged,
    /// Bits are replaced through one pointer.
    Inserted,
    /// Bits are extracted, and the whole is not used.
    OnlyTakenOut,
    /// It overlaps such a word.
    Overlap,
    /// It overlaps a likely one.
    LikelyOverlap,
}

impl Reason {
    /// Whether it distinguishes bit fields from an integer that the program masks itself.
    pub fn is_certain(self) -> bool {
        !matches!(self, Self::OnlyTakenOut | Self::LikelyOverlap)
    }
}

datalog! { rows;
    @input
    /// `access` is of `word`.
    struct InWord(u32, u32);

    @input
    /// `access` has this evidence.
    struct HasEvidence(u32, Evidence);

    @input
    /// `word` and `other` have bits in common.
    struct Overlap(u32, u32);

    @input
    /// The module has tags for type-based alias analysis.
    struct TagsAreUsed();

    @input
    /// Accesses to pointers, or to elements of arrays of integers, have no tags either: there are no tags at all.
    struct TagsAreOff();

    // `Untagged(access, word)`: `access` of `word` has no tag.
    struct Untagged(u32, u32);

    Untagged(access, word) <- InWord(access, word), !HasEvidence(access, Evidence::Tagged);

    // `ShowsBitFields(word, reason)`: this reason alone shows that `word` consists of bit fields.
    struct ShowsBitFields(u32, Reason);

    ShowsBitFields(word, Reason::Odd) <-
        HasEvidence(access, Evidence::Odd),
        HasEvidence(access, Evidence::Cut),
        InWord(access, word);

    ShowsBitFields(word, Reason::Odd) <-
        HasEvidence(access, Evidence::Odd),
        HasEvidence(access, Evidence::Unoptimised),
        InWord(access, word);

    ShowsBitFields(word, Reason::NotPromoted) <-
        HasEvidence(access, Evidence::Narrow),
        HasEvidence(access, Evidence::Taken),
        HasEvidence(access, Evidence::Unoptimised),
        !HasEvidence(access, Evidence::Promoted),
        Untagged(access, word);

    // `MatchesNoMember(access, word)`: `access` has no tag, although an access to a member has one.
    struct MatchesNoMember(u32, u32);

    MatchesNoMember(access, word) <-
        TagsAreUsed(),
        HasEvidence(access, Evidence::Cut),
        !HasEvidence(access, Evidence::Unoptimised),
        !HasEvidence(access, Evidence::Misaligned),
        !HasEvidence(access, Evidence::Punned),
        !HasEvidence(access, Evidence::Atomic),
        Untagged(access, word);

    // Reads by `memcpy` have no tag either: this is the usual way to access the bits of a floating-point number.
    ShowsBitFields(word, Reason::Untagged) <- MatchesNoMember(access, word), !HasEvidence(access, Evidence::FloatParts);

    ShowsBitFields(word, Reason::Inserted) <-
        HasEvidence(access, Evidence::Inserted),
        HasEvidence(access, Evidence::Unoptimised),
        !HasEvidence(access, Evidence::Direct),
        Untagged(access, word);

    // Optimised code also reads and writes an integer through one pointer, but then with a tag.
    ShowsBitFields(word, Reason::Inserted) <-
        HasEvidence(access, Evidence::Inserted),
        !HasEvidence(access, Evidence::Direct),
        !HasEvidence(access, Evidence::FloatParts),
        !TagsAreOff(),
        Untagged(access, word);

    // `Likely(word)`: the evidence suggests bit fields, unless other evidence contradicts.
    struct Likely(u32);

    Likely(word) <- HasEvidence(access, Evidence::Inserted), Untagged(access, word);

    Likely(word) <- MatchesNoMember(_, word);

    Likely(word) <- HasEvidence(access, Evidence::Shifted), !HasEvidence(access, Evidence::Promoted), Untagged(access, word);

    // `Unlikely(word)`: it is used as an integer, or as flags.
    struct Unlikely(u32);

    Unlikely(word) <- HasEvidence(access, Evidence::Tagged), InWord(access, word);

    Unlikely(word) <- HasEvidence(access, Evidence::Misaligned), InWord(access, word);

    Unlikely(word) <- HasEvidence(access, Evidence::Punned), InWord(access, word);

    Unlikely(word) <- HasEvidence(access, Evidence::Whole), InWord(access, word);

    Unlikely(word) <- HasEvidence(access, Evidence::Atomic), InWord(access, word);

    Unlikely(word) <- HasEvidence(access, Evidence::Flag), HasEvidence(access, Evidence::Unoptimised), InWord(access, word);

    Unlikely(word) <- HasEvidence(access, Evidence::Promoted), HasEvidence(access, Evidence::Unoptimised), InWord(access, word);

    @output
    /// `word` consists of bit fields, as `reason` shows.
    struct IsBitFieldWord(u32, Reason);

    IsBitFieldWord(word, reason) <- ShowsBitFields(word, reason);

    IsBitFieldWord(word, Reason::OnlyTakenOut) <- Likely(word), !Unlikely(word);

    // `Sure(word)`: it is clear for `word`, or for a word that shares bits with it.
    struct Sure(u32);

    Sure(word) <- ShowsBitFields(word, _);

    Sure(other) <- Sure(word), Overlap(word, other);

    IsBitFieldWord(other, Reason::Overlap) <- Sure(word), Overlap(word, other);

    IsBitFieldWord(other, Reason::LikelyOverlap) <- IsBitFieldWord(word, _), Overlap(word, other);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [u32; 0] = [];

    /// The words of bit fields, given the evidence about the accesses of each word.
    fn found(words: &[&[&[Evidence]]], tags_are_used: bool) -> Vec<u32> {
        let mut program = Program::new();
        let mut access = 0;
        for (word, accesses) in (0..).zip(words) {
            for evidence in *accesses {
                program.extend([InWord(access, word)]);
                program.extend(evidence.iter().map(|it| HasEvidence(access, *it)));
                access += 1;
            }
        }
        if tags_are_used {
            program.extend([TagsAreUsed()]);
        }
        let mut found: Vec<u32> = program.run().0.into_iter().map(|it| it.0).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn words_without_tags_have_bit_fields_if_members_have_tags() {
        use Evidence::*;
        let words: &[&[&[Evidence]]] = &[&[&[Cut]], &[&[Cut, Tagged]]];
        assert_eq!(found(words, true), [0]);
        // If there are no tags at all, a mask shows nothing.
        assert_eq!(found(&[&[&[Cut]]], false), NONE);
        // Several integers may be read at once, or one where a type has a pointer.
        assert_eq!(found(&[&[&[Cut, Misaligned]], &[&[Cut, Punned]]], true), NONE);
    }

    #[test]
    fn numbers_narrower_than_int_are_extended_before_they_are_masked() {
        use Evidence::*;
        let words: &[&[&[Evidence]]] =
            &[&[&[Narrow, Taken, Unoptimised]], &[&[Narrow, Taken, Unoptimised, Promoted]]];
        assert_eq!(found(words, false), [0]);
    }

    #[test]
    fn an_assignment_reads_and_writes_through_one_pointer() {
        use Evidence::*;
        assert_eq!(found(&[&[&[Inserted]]], false), [0]);
        // A variable has only one address. Then its other uses decide.
        assert_eq!(found(&[&[&[Inserted, Direct]]], false), [0]);
        for against in [Tagged, Whole] {
            assert_eq!(found(&[&[&[Inserted, Direct], &[against]]], false), NONE, "{against:?}");
        }
    }

    /// Whether it is certain that a word with this evidence consists of bit fields; none if it is not even likely.
    /// Nothing in the module has a tag.
    fn certainty(evidence: &[Evidence], are_off: bool) -> Option<bool> {
        let mut program = Program::new();
        program.extend([InWord(0, 0)]);
        program.extend(evidence.iter().map(|it| HasEvidence(0, *it)));
        if are_off {
            program.extend([TagsAreOff()]);
        }
        program.run().0.into_iter().map(|it| it.1.is_certain()).max()
    }

    #[test]
    fn without_tags_fields_in_optimised_code_are_uncertain() {
        use Evidence::*;
        assert_eq!(certainty(&[Cut, Inserted], false), Some(true));
        assert_eq!(certainty(&[Cut, Inserted], true), Some(false));
        assert_eq!(certainty(&[Cut, Inserted, Whole], true), None);
        assert_eq!(certainty(&[Cut, Inserted, Atomic], true), None);
        // Unoptimised code has no tags anyway.
        assert_eq!(certainty(&[Cut, Inserted, Unoptimised], true), Some(true));
        // The exponent of a number in memory.
        assert_eq!(certainty(&[Cut, Inserted, FloatParts], false), Some(false));
    }

    #[test]
    fn a_shift_shows_a_field_unless_there_is_contrary_evidence() {
        use Evidence::*;
        assert_eq!(found(&[&[&[Shifted]]], false), [0]);
        for against in [&[Tagged][..], &[Whole], &[Punned], &[Flag, Unoptimised]] {
            assert_eq!(found(&[&[&[Shifted], against]], false), NONE, "{against:?}");
        }
        // Operations on flags also remain of fields in optimised code.
        assert_eq!(found(&[&[&[Shifted], &[Flag]]], false), [0]);
    }
}
