//! What a rule is, and how one is declared: once, beside the Datalog program that derives its
//! violations, with everything that output, help and documentation say of it.

use std::fmt;
use std::hash::{Hash, Hasher};

/// How serious a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported.
    Allow,
    /// Suspicious: LLVM accepts the module, but it hardly means what its author meant.
    Warn,
    /// Ill-formed: the module is not LLVM IR. Or what is reached has no defined behavior.
    Deny,
}

impl Level {
    /// All levels.
    pub const ALL: &[Level] = &[Level::Allow, Level::Warn, Level::Deny];

    /// The level as options and configuration name it.
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
        /// What a rule is about.
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

            /// What the codes of its rules begin with.
            pub const fn prefix(self) -> &'static str {
                match self {
                    $(Group::$variant => $prefix,)*
                }
            }

            /// What it is about.
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

/// All that is to be said of a rule.
pub struct Declaration {
    /// A short name that never changes: the group's prefix and a number. A check of the user's own has its name here.
    pub code: &'static str,
    /// A kebab-case name that says what is wrong.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How serious a violation is, unless the user says otherwise.
    pub level: Level,
    /// What the rule says, then why, in Markdown.
    pub doc: &'static str,
    /// What a violation is reported with. In braces stand placeholders, as `Violation` has
    /// them.
    pub message: &'static str,
    /// Where the rule comes from.
    pub reference: &'static str,
    /// The checks of LLVM's verifier that the rule covers, as [`crate::verifier`] names them.
    pub checks: &'static [&'static str],
    /// The tables of the relational model (Psallida 2014) that state it.
    pub tables: &'static [u16],
    /// Textual IR that breaks the rule, and after the line `; Near miss`, IR that just does not.
    pub example: &'static str,
}

/// A rule. Rules are equal, and ordered, by their code.
#[derive(Clone, Copy)]
pub struct Rule(pub &'static Declaration);

impl Rule {
    /// The code and the name; checks of the user's own have no code.
    pub fn title(self) -> String {
        match self.0.group {
            Group::Own => self.0.name.to_owned(),
            _ => format!("{} {}", self.0.code, self.0.name),
        }
    }

    /// What the rule says: the first paragraph of its documentation.
    pub fn summary(self) -> String {
        self.paragraphs().next().unwrap_or_default()
    }

    /// Why the rule is there: the other paragraphs.
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
/// It makes a constant for each rule and the list `RULES`. The example is the file
/// `examples/GROUP/NAME.ll` of the package that declares it.
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

/// The level that a declaration names.
#[doc(hidden)]
#[macro_export]
macro_rules! level {
    (deny) => {
        $crate::rule::Level::Deny
    };
    (warn) => {
        $crate::rule::Level::Warn
    };
}
