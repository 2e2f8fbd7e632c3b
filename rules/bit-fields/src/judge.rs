//! Which words consist of bit fields, when no debug information says it.
//!
//! A program that masks the bits of a number by itself does what is done for bit fields too. They
//! are told apart by what compilers of C do with one and not with the other:
//!
//! - Numbers narrower than `int` are extended before they are masked; the storage of bit fields is
//!   not. Optimised code does not show it any more.
//! - Where loads and stores have tags for type-based alias analysis, those of members have one, and
//!   those of the storage of bit fields have none.
//! - An assignment to a bit field reads and writes its storage through one pointer, with a mask and a
//!   value in between. What a program writes as one assignment, as `x |= 4`, has only one of them.
//! - The storage of bit fields is never read or written as a whole, and what is read of it comes down
//!   to bit 0. A test of a flag, `x & 4`, leaves the bit where it is.
//!
//! **Scope: module**, on one row for what is seen of each access.

use rules_macros::datalog;

/// What is seen of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// Only some of the bits are used or changed.
    Cut,
    /// Some of the bits are made a number of their own, or replaced by one.
    Taken,
    /// Its function has not been optimised.
    Unoptimised,
    /// It has a tag for type-based alias analysis.
    Tagged,
    /// It is narrower than `int`.
    Narrow,
    /// It is as wide as no number of C.
    Odd,
    /// It is extended as a whole.
    Promoted,
    /// It is less aligned than its width, and it is not known what it is in.
    Misaligned,
    /// The type of its structure has no number there, but something as wide, as a pointer.
    Punned,
    /// A mask clears bits, and a value takes their place.
    Inserted,
    /// It is cut where the parts of a floating-point number are, and it is not known what it is in.
    FloatParts,
    /// It reads and changes the word at once; of a bit field, C cannot take the address for that.
    Atomic,
    /// Its address is a variable itself: an assignment in the source has the same address twice.
    Direct,
    /// Bits are shifted down and masked, or shifted up and down with their sign.
    Shifted,
    /// The whole word is used or replaced.
    Whole,
    /// Bits are set, cleared or flipped by one operation, or tested where they are.
    Flag,
}

/// Why a word consists of bit fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// No number of C has its width.
    Odd,
    /// It is masked without being extended to `int` first.
    NotPromoted,
    /// It has no tag, and others have.
    Untagged,
    /// Bits are replaced through one pointer.
    Inserted,
    /// Bits are taken out, and the whole is not used.
    OnlyTakenOut,
    /// It overlaps such a word.
    Overlap,
    /// It overlaps one that only looks like it.
    LikelyOverlap,
}

impl Reason {
    /// Whether it shows more than that a program may have bit fields there, or mask a number itself.
    pub fn is_certain(self) -> bool {
        !matches!(self, Self::OnlyTakenOut | Self::LikelyOverlap)
    }
}

datalog! { rows;
    @input
    /// `access` is of `word`.
    struct Of(u32, u32);

    @input
    /// `sight` is seen of `access`.
    struct Is(u32, Evidence);

    @input
    /// `word` and `other` have bits in common.
    struct Overlap(u32, u32);

    @input
    /// The module has tags for type-based alias analysis.
    struct TagsAreUsed();

    @input
    /// Accesses to pointers, or to elements of arrays of numbers, have no tags either: nothing has.
    struct TagsAreOff();

    // `Untagged(access, word)`: `access` of `word` has no tag.
    struct Untagged(u32, u32);

    Untagged(access, word) <- Of(access, word), !Is(access, Evidence::Tagged);

    // `Clear(word, reason)`: this alone shows that `word` consists of bit fields.
    struct Clear(u32, Reason);

    Clear(word, Reason::Odd) <-
        Is(access, Evidence::Odd),
        Is(access, Evidence::Cut),
        Of(access, word);

    Clear(word, Reason::Odd) <-
        Is(access, Evidence::Odd),
        Is(access, Evidence::Unoptimised),
        Of(access, word);

    Clear(word, Reason::NotPromoted) <-
        Is(access, Evidence::Narrow),
        Is(access, Evidence::Taken),
        Is(access, Evidence::Unoptimised),
        !Is(access, Evidence::Promoted),
        Untagged(access, word);

    // `OfNoMember(access, word)`: `access` has no tag, as an access to a member has.
    struct OfNoMember(u32, u32);

    OfNoMember(access, word) <-
        TagsAreUsed(),
        Is(access, Evidence::Cut),
        !Is(access, Evidence::Unoptimised),
        !Is(access, Evidence::Misaligned),
        !Is(access, Evidence::Punned),
        !Is(access, Evidence::Atomic),
        Untagged(access, word);

    // What `memcpy` reads has no tag either: the usual way to the bits of a floating-point number.
    Clear(word, Reason::Untagged) <- OfNoMember(access, word), !Is(access, Evidence::FloatParts);

    Clear(word, Reason::Inserted) <-
        Is(access, Evidence::Inserted),
        Is(access, Evidence::Unoptimised),
        !Is(access, Evidence::Direct),
        Untagged(access, word);

    // Optimised code reads and writes a number through one pointer, too; but then with a tag.
    Clear(word, Reason::Inserted) <-
        Is(access, Evidence::Inserted),
        !Is(access, Evidence::Direct),
        !Is(access, Evidence::FloatParts),
        !TagsAreOff(),
        Untagged(access, word);

    // `Likely(word)`: it looks like it, if nothing speaks against it.
    struct Likely(u32);

    Likely(word) <- Is(access, Evidence::Inserted), Untagged(access, word);

    Likely(word) <- OfNoMember(_, word);

    Likely(word) <- Is(access, Evidence::Shifted), !Is(access, Evidence::Promoted), Untagged(access, word);

    // `Unlikely(word)`: it is used as a number, or as flags.
    struct Unlikely(u32);

    Unlikely(word) <- Is(access, Evidence::Tagged), Of(access, word);

    Unlikely(word) <- Is(access, Evidence::Misaligned), Of(access, word);

    Unlikely(word) <- Is(access, Evidence::Punned), Of(access, word);

    Unlikely(word) <- Is(access, Evidence::Whole), Of(access, word);

    Unlikely(word) <- Is(access, Evidence::Atomic), Of(access, word);

    Unlikely(word) <- Is(access, Evidence::Flag), Is(access, Evidence::Unoptimised), Of(access, word);

    Unlikely(word) <- Is(access, Evidence::Promoted), Is(access, Evidence::Unoptimised), Of(access, word);

    @output
    /// `word` consists of bit fields, as `reason` shows.
    struct OfBitFields(u32, Reason);

    OfBitFields(word, reason) <- Clear(word, reason);

    OfBitFields(word, Reason::OnlyTakenOut) <- Likely(word), !Unlikely(word);

    // `Sure(word)`: it is clear of `word`, or of one that shares bits with it.
    struct Sure(u32);

    Sure(word) <- Clear(word, _);

    Sure(other) <- Sure(word), Overlap(word, other);

    OfBitFields(other, Reason::Overlap) <- Sure(word), Overlap(word, other);

    OfBitFields(other, Reason::LikelyOverlap) <- OfBitFields(word, _), Overlap(word, other);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [u32; 0] = [];

    /// The words of bit fields, where the accesses of each word are seen as this.
    fn found(words: &[&[&[Evidence]]], tags_are_used: bool) -> Vec<u32> {
        let mut program = Program::new();
        let mut access = 0;
        for (word, accesses) in (0..).zip(words) {
            for sights in *accesses {
                program.extend([Of(access, word)]);
                program.extend(sights.iter().map(|sight| Is(access, *sight)));
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
    fn words_without_tags_are_of_bit_fields_where_members_have_tags() {
        use Evidence::*;
        let words: &[&[&[Evidence]]] = &[&[&[Cut]], &[&[Cut, Tagged]]];
        assert_eq!(found(words, true), [0]);
        // Where nothing has a tag, a mask shows nothing.
        assert_eq!(found(&[&[&[Cut]]], false), NONE);
        // Several numbers may be read at once, or one where a type has a pointer.
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
        // A variable has only one address. Then what else is done with it counts.
        assert_eq!(found(&[&[&[Inserted, Direct]]], false), [0]);
        for against in [Tagged, Whole] {
            assert_eq!(found(&[&[&[Inserted, Direct], &[against]]], false), NONE, "{against:?}");
        }
    }

    /// Whether it is certain that a word that is seen as this consists of bit fields; nothing if it is
    /// not even likely. Nothing in the module has a tag.
    fn certainty(sights: &[Evidence], are_off: bool) -> Option<bool> {
        let mut program = Program::new();
        program.extend([Of(0, 0)]);
        program.extend(sights.iter().map(|sight| Is(0, *sight)));
        if are_off {
            program.extend([TagsAreOff()]);
        }
        program.run().0.into_iter().map(|it| it.1.is_certain()).max()
    }

    #[test]
    fn without_tags_optimised_code_shows_no_field_for_sure() {
        use Evidence::*;
        assert_eq!(certainty(&[Cut, Inserted], false), Some(true));
        assert_eq!(certainty(&[Cut, Inserted], true), Some(false));
        assert_eq!(certainty(&[Cut, Inserted, Whole], true), None);
        assert_eq!(certainty(&[Cut, Inserted, Atomic], true), None);
        // What has not been optimised has no tags anyway.
        assert_eq!(certainty(&[Cut, Inserted, Unoptimised], true), Some(true));
        // The exponent of a number that is in memory.
        assert_eq!(certainty(&[Cut, Inserted, FloatParts], false), Some(false));
    }

    #[test]
    fn a_shift_shows_a_field_if_nothing_speaks_against_it() {
        use Evidence::*;
        assert_eq!(found(&[&[&[Shifted]]], false), [0]);
        for against in [&[Tagged][..], &[Whole], &[Punned], &[Flag, Unoptimised]] {
            assert_eq!(found(&[&[&[Shifted], against]], false), NONE, "{against:?}");
        }
        // Flags are also what is left of fields in code that has been optimised.
        assert_eq!(found(&[&[&[Shifted], &[Flag]]], false), [0]);
    }
}
