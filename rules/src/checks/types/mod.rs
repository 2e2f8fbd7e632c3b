//! The types of operands and results, by instruction.
//!
//! The relational model (Psallida 2014) states its constraints on types in tables 60 to 119. Some
//! tables are only definitions, which correspond to these programs and relations:
//!
//! | tables | definition | program or relation |
//! |---|---|---|
//! | 63, 64 | pointers to numbers | none, because pointers have been opaque since LLVM 17 |
//! | 65 to 68 | function types | `function_type`, `function_type_parameter` |
//! | 70 to 72 | functions, with one argument for each parameter of their type | `function`, `argument`, `value_name` |
//! | 73 to 84 | operands and instructions | [`typing`](crate::typing) |
//! | 85 to 87 | the order and the kinds of instructions | `instruction` |
//! | 88, 89 | the operands of `add` | `binary_instruction` |
//! | 93, 94, 98 | `trunc`, and which vectors are compatible | `conversions` |
//! | 111 to 116, 118 | `extractvalue` and its intermediate types | `aggregates` |
//!
//! The other tables are constraints. The rule for each constraint names its table.

pub(super) mod addresses;
pub(super) mod aggregates;
pub(super) mod arithmetic;
pub(super) mod bitcasts;
pub(super) mod comparisons;
pub(super) mod conversions;
pub(super) mod formation;
pub(super) mod results;
pub(super) mod vectors;
