//! The entry blocks of functions.

use facts_schema::{FunctionId, ValueId};
use rules_macros::datalog;

use crate::rule::rules;

rules! { ControlFlow "control-flow";
    /// The entry block of a function has no predecessors.
    ///
    /// It is executed once, immediately on entrance to the function. A loop needs another block as
    /// its header.
    deny ENTRY_PREDECESSOR: "CFG013" "entry-has-predecessor" {
        message: "`{detail}` branches to the entry block",
        reference: "LangRef, Functions",
        checks: ["visitFunction: Entry block to function must not have predecessors!"],
    }

    /// The address of the entry block is not taken.
    ///
    /// No branch may lead to the entry block. Addresses that are used only in metadata are allowed.
    deny ENTRY_ADDRESS: "CFG014" "entry-address-taken" {
        message: "the address `{detail}` of the entry block is used",
        reference: "LangRef, Addresses of Basic Blocks",
        checks: ["visitFunction: blockaddress may not be used with the entry block!"],
    }
}

datalog! { module;
    violation(ENTRY_PREDECESSOR, entry, predecessor) <-
        block { block: entry, position: 0 },
        block_predecessor { block: entry, predecessor };

    /// `address` is the address of the entry block of `function`.
    struct EntryAddress(ValueId, FunctionId);

    EntryAddress(address, function) <-
        block_address { constant: address, block },
        block { block, function, position: 0 };

    /// `whole` is `address`, the address of an entry block, or contains it.
    struct PartOf(ValueId, ValueId);

    PartOf(address, address) <- EntryAddress(address, _);

    PartOf(address, user) <- PartOf(address, whole), constant_use { constant: whole, user };

    /// An instruction or a global uses `constant`, which contains the address of an entry block.
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
