//! Rules and their declarations. A rule is declared once, beside the Datalog program that derives
//! its violations, with all texts for output, help and documentation.

use std::fmt;
use std::hash::{Hash, Hasher};

/// The severity of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported.
    Allow,
    /// Suspicious: LLVM accepts the module, but it is probably not what the author intended.
    Warn,
    /// Ill-formed: the module is invalid LLVM IR. For rules about undefined behaviour: undefined
    /// whenever reached.
    Deny,
}

impl Level {
    /// All levels.
    pub const ALL: &[Level] = &[Level::Allow, Level::Warn, Level::Deny];

    /// The name of the level in options and configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $prefix:literal)*) => {
        /// The topic of a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Group {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Group {
            /// All groups, in the order in which they are listed.
            pub const ALL: &[Group] = &[$(Group::$variant,)*];

            /// The name by which options select the group.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Group::$variant => $name,)*
                }
            }

            /// The prefix of the codes of its rules.
            pub const fn prefix(self) -> &'static str {
                match self {
                    $(Group::$variant => $prefix,)*
                }
            }

            /// The title.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Group::$variant => concat!($($doc),*).trim_ascii(),)*
                }
            }
        }
    };
}

groups! {
    /// Types of operands and results
    Types "types" "TYP"
    /// SSA form, dominance and operands
    Ssa "ssa" "SSA"
    /// Blocks, phis and terminators
    ControlFlow "control-flow" "CFG"
    /// Memory and atomics
    Memory "memory" "MEM"
    /// Calls, operand bundles, musttail and inline assembly
    Calls "calls" "CAL"
    /// Functions and calling conventions
    Functions "functions" "FUN"
    /// Globals, linkage, comdats, aliases and ifuncs
    Globals "globals" "GLO"
    /// Constants
    Constants "constants" "CON"
    /// Attributes
    Attributes "attributes" "ATT"
    /// Exception handling
    Exceptions "exceptions" "EXC"
    /// Intrinsics
    Intrinsics "intrinsics" "INT"
    /// Garbage collection statepoints
    Statepoints "statepoints" "GCS"
    /// Convergence control
    Convergence "convergence" "CNV"
    /// Module metadata
    ModuleMetadata "module-metadata" "MOD"
    /// Metadata attachments
    Metadata "metadata" "MET"
    /// Debug information
    DebugInfo "debug-info" "DBG"
    /// Code that is well-formed but suspicious
    Lint "lint" "LNT"
    /// Undefined behaviour, poison and `freeze`, for `irlog ub`
    UndefinedBehavior "undefined-behavior" "UND"
    /// User-defined checks, for `irlog check --rules`
    Own "own" "OWN"
}

/// The declaration of a rule.
pub struct Declaration {
    /// A short name that never changes: the group's prefix and a number. For a user-defined check,
    /// it is the name.
    pub code: &'static str,
    /// A kebab-case name that describes the problem.
    pub name: &'static str,
    /// The group to which it belongs.
    pub group: Group,
    /// The default level.
    pub level: Level,
    /// The description and the rationale, in Markdown.
    pub doc: &'static str,
    /// The message for a violation, with placeholders in braces as documented at `Violation`.
    pub message: &'static str,
    /// The specification of the rule.
    pub reference: &'static str,
    /// The checks of LLVM's verifier that the rule covers, as [`crate::verifier`] names them.
    pub checks: &'static [&'static str],
    /// The tables of the relational model (Psallida 2014) that state it.
    pub tables: &'static [u16],
    /// Textual IR that violates the rule and, after the line `; Near miss`, similar IR that does
    /// not.
    pub example: &'static str,
}

/// A rule. Rules are compared by their codes.
#[derive(Clone, Copy)]
pub struct Rule(pub &'static Declaration);

impl Rule {
    /// The code and the name; user-defined checks have no code.
    pub fn title(self) -> String {
        match self.0.group {
            Group::Own => self.0.name.to_owned(),
            _ => format!("{} {}", self.0.code, self.0.name),
        }
    }

    /// The description: the first paragraph of its documentation.
    pub fn summary(self) -> String {
        self.paragraphs().next().unwrap_or_default()
    }

    /// The rationale: the other paragraphs.
    pub fn why(self) -> String {
        self.paragraphs().skip(1).collect::<Vec<_>>().join("\n\n")
    }

    /// The example, and the near miss.
    pub fn examples(self) -> (&'static str, &'static str) {
        let near_miss = self.0.example.find("; Near miss").unwrap_or(self.0.example.len());
        self.0.example.split_at(near_miss)
    }

    fn paragraphs(self) -> impl Iterator<Item = String> {
        self.0.doc.trim().split("\n\n").map(|paragraph| {
            let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
            lines.join(" ")
        })
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.0.code == other.0.code
    }
}

impl Eq for Rule {}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rule {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.code.cmp(other.0.code)
    }
}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.code.hash(state);
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

/// Declares rules of a group.
///
/// ```text
/// rules! { Types "types";
///     /// What the rule says, in one sentence.
///     ///
///     /// Why, in one or more paragraphs.
///     deny BINARY_OPERANDS: "TYP001" "binary-operands" {
///         message: "`{opcode}` takes a {operand.type}, but computes a {result.type}",
///         reference: "LangRef, Binary Operations",
///         checks: ["visitBinaryOperator: Both operands to a binary operator are not of the same type!"],
///         tables: [85],
///     }
/// }
/// ```
///
/// It defines a constant for each rule and the list `RULES`. The example is the file
/// `examples/GROUP/NAME.ll` of the package that declares the rule.
#[macro_export]
macro_rules! rules {
    ($group:ident $group_name:literal; $(
        $(#[doc = $doc:literal])*
        $level:ident $rule:ident: $code:literal $name:literal {
            message: $message:literal,
            reference: $reference:literal,
            checks: [$($check:literal),* $(,)?]
            $(, tables: [$($table:literal),* $(,)?])? $(,)?
        }
    )*) => {
        $(
            $(#[doc = $doc])*
            pub(crate) const $rule: $crate::rule::Rule = {
                static DECLARATION: $crate::rule::Declaration = $crate::rule::Declaration {
                    code: $code,
                    name: $name,
                    group: $crate::rule::Group::$group,
                    level: $crate::level!($level),
                    doc: concat!($($doc, "\n"),*),
                    message: $message,
                    reference: $reference,
                    checks: &[$($check),*],
                    tables: &[$($($table),*)?],
                    example: include_str!(concat!(
                        env!("CARGO_MANIFEST_DIR"), "/examples/", $group_name, "/", $name, ".ll"
                    )),
                };
                $crate::rule::Rule(&DECLARATION)
            };
        )*

        pub(crate) const RULES: &[$crate::rule::Rule] = &[$($rule),*];
    };
}
pub use rules;

/// The level in a declaration.
#[doc(hidden)]
#[macro_export]
macro_rules! level {
    (allow) => {
        $crate::rule::Level::Allow
    };
    (deny) => {
        $crate::rule::Level::Deny
    };
    (warn) => {
        $crate::rule::Level::Warn
    };
}
