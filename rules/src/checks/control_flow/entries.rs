//! Where functions begin.

use facts_schema::{FunctionId, ValueId};
use rules_macros::datalog;

use crate::rule::rules;

rules! { ControlFlow "control-flow";
    /// Control never comes back to the entry block.
    ///
    /// It is entered when the function is called, and by nothing else: this is where stack slots come
    /// into being. Begin a loop with a block of its own.
    deny ENTRY_PREDECESSOR: "CFG013" "entry-has-predecessor" {
        message: "`{detail}` goes back to the entry block",
        reference: "LangRef, Functions",
        checks: ["visitFunction: Entry block to function must not have predecessors!"],
    }

    /// The address of the entry block is not used.
    ///
    /// Nothing may jump there. An address that only metadata mentions does not count as used.
    deny ENTRY_ADDRESS: "CFG014" "entry-address-taken" {
        message: "`{detail}`, the address of the entry block, is used",
        reference: "LangRef, Addresses of Basic Blocks",
        checks: ["visitFunction: blockaddress may not be used with the entry block!"],
    }
}

datalog! { module;
    violation(ENTRY_PREDECESSOR, entry, predecessor) <-
        block { block: entry, position: 0 },
        block_predecessor { block: entry, predecessor };

    /// `address` is the address of the entry of `function`.
    struct EntryAddress(ValueId, FunctionId);

    EntryAddress(address, function) <-
        block_address { constant: address, block },
        block { block, function, position: 0 };

    /// `whole` is `address`, the address of an entry, or contains it.
    struct PartOf(ValueId, ValueId);

    PartOf(address, address) <- EntryAddress(address, _);

    PartOf(address, user) <- PartOf(address, whole), constant_use { constant: whole, user };

    /// An instruction or a global uses `constant`, which contains the address of an entry.
    struct Used(ValueId);

    Used(whole) <- PartOf(_, whole), value_use { value: whole };

    Used(whole) <- global_initializer { initializer: whole }, PartOf(_, whole);

    Used(whole) <- alias { aliasee: whole }, PartOf(_, whole);

    Used(whole) <- ifunc { resolver: whole }, PartOf(_, whole);

    Used(whole) <- prefix_data { data: whole }, PartOf(_, whole);

    Used(whole) <- prologue_data { data: whole }, PartOf(_, whole);

    Used(whole) <- personality { personality: whole }, PartOf(_, whole);

    violation(ENTRY_ADDRESS, function, address) <-
        EntryAddress(address, function),
        PartOf(address, whole),
        Used(whole);
}
