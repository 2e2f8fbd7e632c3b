//! Undefined behaviour on some paths.
//!
//! **Scope: function.**

use interpretation::{Cause, Finding, possible};
use rules::{Detail, Rule, Violation, rules};

use super::{Known, operand_of};

rules! { UndefinedBehavior "undefined-behavior";
    /// No path leads to an access through null.
    ///
    /// On some path that no condition excludes, the address has been set to null. The finding shows the branches
    /// that make up the path.
    allow NULL: "UND050" "possible-null-access" {
        message: "`{opcode}` accesses memory through a null pointer on some paths",
        reference: "LangRef, load and store; LLVM's UB manual",
        checks: [],
    }

    /// A pointer that is compared with null is not accessed later on a path on which it is null.
    ///
    /// A comparison suggests that the pointer may be null, and if it is, a path that no condition excludes leads
    /// to an access through it. Either the comparison is redundant, or the access needs it too. If there is debug
    /// information, comparisons in macros are ignored: a logging macro, for example, accepts null, but the code around
    /// it does not rely on that.
    allow COMPARISON: "UND056" "inconsistent-null-check" {
        message: "`{opcode}` accesses memory through a pointer that is null on some paths, according to an earlier comparison",
        reference: "LangRef, load and store; LLVM's UB manual",
        checks: [],
    }

    /// No path leads to a branch on uninitialised memory.
    ///
    /// On some path that no condition excludes, nothing was stored in the memory that the value was loaded from.
    /// The finding shows the branches that make up the path.
    allow UNINITIALISED: "UND051" "possible-uninitialised-use" {
        message: "`{opcode}` depends on uninitialised memory on some paths",
        reference: "LangRef, Undefined Values; LLVM's UB manual",
        checks: [],
    }

    /// No path leads to an access after the lifetime of an object.
    ///
    /// On some path that no condition excludes, the memory has been freed, or the lifetime of the variable has
    /// ended. Freeing the memory again counts as an access.
    allow AFTER_LIFETIME: "UND052" "possible-use-after-free" {
        message: "`{opcode}` accesses an object after its lifetime on some paths",
        reference: "LangRef, Object Lifetime; C11 7.22.3",
        checks: [],
    }

    /// No path leads to an access outside of an object.
    ///
    /// On some path that no condition excludes, the access starts before the object or ends after it.
    allow BOUNDS: "UND053" "possible-out-of-bounds-access" {
        message: "`{opcode}` accesses bytes outside of an object on some paths",
        reference: "LangRef, Pointer Aliasing Rules; C11 6.5.6p8",
        checks: [],
    }

    /// No path leads to a division by zero.
    ///
    /// On some path that no condition excludes, the divisor is zero, or the minimum integer is divided by -1.
    allow DIVISION: "UND054" "possible-division-by-zero" {
        message: "`{opcode}` divides by zero on some paths",
        reference: "LangRef, udiv, sdiv, urem and srem; LLVM's UB manual",
        checks: [],
    }

    /// No path leads to a free of memory that was not allocated.
    ///
    /// On some path that no condition excludes, the address points to a variable or a global, or inside an
    /// allocated object.
    allow NOT_ALLOCATED: "UND055" "possible-invalid-free" {
        message: "`{opcode}` frees memory that was not allocated on some paths",
        reference: "C11 7.22.3.3p2",
        checks: [],
    }
}

/// Whether the rule is about undefined behaviour on some paths.
pub fn is_possible(rule: Rule) -> bool {
    RULES.contains(&rule)
}

pub(super) fn violations(known: Known) -> Vec<Violation> {
    let certain: Vec<_> = known.definite().into_iter().map(|it| it.0).collect();
    let found = possible(known.index(), known.info(), known.function());
    let found = found.iter().map(|it| it.finding);
    let found = found.filter(|it| !certain.contains(&it.instruction));
    found.filter_map(|it| violation(known, &it)).collect()
}

fn violation(known: Known, found: &Finding) -> Option<Violation> {
    let rule = match found.within.map_or(found.cause, |it| it.1) {
        Cause::Null => NULL,
        Cause::NullByComparison => COMPARISON,
        Cause::Uninitialised => UNINITIALISED,
        Cause::Freed | Cause::Ended | Cause::FreedTwice => AFTER_LIFETIME,
        Cause::OutOfBounds => BOUNDS,
        Cause::Zero | Cause::Overflow => DIVISION,
        Cause::NotAllocated => NOT_ALLOCATED,
        Cause::Misaligned | Cause::Constant | Cause::Poison | Cause::Call => return None,
    };
    let subject = operand_of(known.index(), found.instruction, found.operand);
    Some(Violation { rule, subject, detail: Detail::None })
}
