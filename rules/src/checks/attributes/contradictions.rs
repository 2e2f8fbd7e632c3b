//! Attributes that do not go together, and arguments that contradict themselves.
//!
//! **Scope: module**, over each set of attributes once.

use facts_schema::AttributeId;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::attribute_sets::{Place, Standing};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{About, Broken, Crepe, Excludes, Has, Number, Passes, Says, Stands};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Attributes "attributes";
    /// A parameter has at most one of `byval`, `byref`, `inalloca`, `preallocated`, `nest`, and
    /// `sret` or `inreg`; these two go together.
    ///
    /// Each of them says how the argument is passed, and there is only one way for each.
    deny PASSED_TWICE: "ATT020" "passing-attributes-contradict" {
        message: "`{subject}` is to be passed in different ways: it has `{detail}` and another such attribute",
        reference: "LangRef, Parameter Attributes",
        sites: [1951],
    }

    /// A parameter or result does not have attributes that contradict each other, like `zeroext` and
    /// `signext`.
    ///
    /// Memory cannot be only read and only written, nor a number extended in two ways.
    deny VALUES_CONTRADICT: "ATT021" "value-attributes-contradict" {
        message: "{detail} of `{subject}` contradict each other",
        reference: "LangRef, Parameter Attributes",
        sites: [1956, 1962, 1968, 1974, 1980, 1986, 1992, 1998, 2002],
    }

    /// A function or call does not have attributes that contradict each other, like `noinline` and
    /// `alwaysinline`.
    ///
    /// A pass that follows the one would break the other.
    deny FUNCTIONS_CONTRADICT: "ATT022" "function-attributes-contradict" {
        message: "{detail} of `{subject}` contradict each other",
        reference: "LangRef, Function Attributes",
        sites: [2210, 2218, 2221, 2224, 2229, 2232, 2242, 2248, 2256],
    }

    /// What has the attribute `optnone` also has `noinline`.
    ///
    /// A function that is not to be optimized cannot be inlined into one that is.
    deny OPTNONE: "ATT023" "optnone-without-noinline" {
        message: "`{subject}` has the attribute `optnone`, but not `noinline`",
        reference: "LangRef, Function Attributes, optnone",
        sites: [2215],
    }

    /// A parameter with the attribute `immarg` has no other attributes but `range`.
    ///
    /// Its argument is a constant in the instruction, of which there is nothing else to say.
    deny IMMARG: "ATT024" "immarg-with-others" {
        message: "`{subject}` is an immediate (`immarg`), but has the attribute `{detail}` as well",
        reference: "LangRef, Parameter Attributes, immarg",
        sites: [1937],
    }

    /// `allockind` says exactly one of `alloc`, `realloc` and `free`.
    ///
    /// A function that allocates, reallocates and frees at the same time is none of these.
    deny ALLOCKIND: "ATT025" "allockind-not-one" {
        message: "`{detail}` says not exactly one of alloc, realloc and free",
        reference: "LangRef, Function Attributes, allockind",
        sites: [2302],
    }

    /// `allockind` says `uninitialized`, `zeroed` and `aligned` only of functions that do not free,
    /// and not both `uninitialized` and `zeroed`.
    ///
    /// They describe the memory that is handed out.
    deny ALLOCKIND_MEMORY: "ATT026" "allockind-memory" {
        message: "`{detail}` describes memory that is freed, or as both uninitialized and zeroed",
        reference: "LangRef, Function Attributes, allockind",
        sites: [2307, 2311],
    }

    /// The limits of `vscale_range` are powers of two, the lower first, and the upper perhaps 0 for
    /// none.
    ///
    /// `vscale` itself is a power of two.
    deny VSCALE_RANGE: "ATT027" "vscale-range-limits" {
        message: "the limits of `{detail}` are no powers of two in ascending order",
        reference: "LangRef, Function Attributes, vscale_range",
        sites: [2317, 2319, 2322, 2324],
    }
}

macro_rules! pairs {
    ($($first:literal $second:literal)*) => {
        &[$(($first, $second, concat!("`", $first, "` and `", $second, "`")),)*]
    };
}

type Pairs = &'static [(&'static str, &'static str, &'static str)];

/// What contradicts each other on parameters and results.
const OF_VALUES: Pairs = pairs! {
    "inalloca" "readonly"
    "sret" "returned"
    "zeroext" "signext"
    "readnone" "readonly"
    "readnone" "writeonly"
    "readonly" "writeonly"
    "writable" "readnone"
    "writable" "readonly"
};

/// What contradicts each other on functions and calls.
const OF_FUNCTIONS: Pairs = pairs! {
    "noinline" "alwaysinline"
    "optsize" "optnone"
    "minsize" "optnone"
    "optdebug" "optnone"
    "optsize" "optdebug"
    "minsize" "optdebug"
    "sanitize_realtime" "sanitize_realtime_blocking"
    "aarch64_pstate_sm_enabled" "aarch64_pstate_sm_compatible"
};

/// Attributes of which a function or call has at most one, and what they are about.
const ONE_OF_EACH: &[(&str, &[&str])] = &[
    (
        "attributes about the state ZA",
        &[
            "aarch64_new_za",
            "aarch64_in_za",
            "aarch64_out_za",
            "aarch64_inout_za",
            "aarch64_preserves_za",
            "aarch64_za_state_agnostic",
        ],
    ),
    (
        "attributes about the state ZT0",
        &[
            "aarch64_new_zt0",
            "aarch64_in_zt0",
            "aarch64_out_zt0",
            "aarch64_inout_zt0",
            "aarch64_preserves_zt0",
            "aarch64_za_state_agnostic",
        ],
    ),
];

/// Ways to pass an argument, each with a number. What has the same number goes together.
const PASSING: &[(&str, u8)] = &[
    ("byval", 0),
    ("byref", 1),
    ("inalloca", 2),
    ("preallocated", 3),
    ("nest", 4),
    ("sret", 5),
    ("inreg", 5),
];

// The bits of `allockind`.
const ALLOC: u64 = 1;
const REALLOC: u64 = 2;
const FREE: u64 = 4;
const UNINITIALIZED: u64 = 8;
const ZEROED: u64 = 16;
const ALIGNED: u64 = 32;

fn violations(context: &Context) -> Vec<Violation> {
    let sets = context.attribute_sets();
    let mut program = Crepe::new();
    let mut attributes = FxHashSet::default();
    // Whatever the type, what is at the same place contradicts itself or does not.
    let standings =
        sets.standings().filter(|(standing, _)| sets.first_alike(*standing) == *standing);
    for (standing, &(set, place, _)) in standings {
        program.extend([Stands(standing, place)]);
        for (attribute, name) in sets.words_of(context.facts, set) {
            attributes.insert(attribute);
            program.extend([Has(standing, attribute, name)]);
        }
        let strings =
            sets.strings_of(context.facts, set).filter(|(_, name, _)| name.starts_with("aarch64_"));
        program.extend(strings.map(|(attribute, name, _)| Has(standing, attribute, name)));
        // Of immediates, the strings count too.
        program.extend(
            sets.strings_of(context.facts, set).map(|(attribute, _, _)| Says(standing, attribute)),
        );
    }
    extend_with_contradictions(&mut program);
    let numbers = context.facts.attribute_integer.iter().map(Number::from);
    program.extend(numbers.filter(|row| attributes.contains(&row.0)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let broken = broken.into_iter().map(|Broken(rule, it, detail)| (rule, it, detail));
    sets.everywhere_alike(context.facts, &context.sample, broken)
}

fn extend_with_contradictions(program: &mut Crepe) {
    program.extend(OF_VALUES.iter().flat_map(|&(first, second, both)| {
        [Place::Parameter, Place::Result].map(|place| Excludes(place, first, second, both))
    }));
    program.extend(
        OF_FUNCTIONS
            .iter()
            .map(|&(first, second, both)| Excludes(Place::Function, first, second, both)),
    );
    program.extend(
        ONE_OF_EACH
            .iter()
            .flat_map(|&(about, names)| names.iter().map(move |name| About(name, about))),
    );
    program.extend(PASSING.iter().map(|&(name, way)| Passes(name, way)));
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::Detail;
    use crepe::crepe;

    crepe! {
        @input
        pub struct Stands(pub Standing, pub Place);

        @input
        /// The set that `standing` is about has `attribute`, called `name`.
        pub struct Has<'a>(pub Standing, pub AttributeId, pub &'a str);

        @input
        /// The set that `standing` is about has the string attribute `attribute`.
        pub struct Says(pub Standing, pub AttributeId);

        @input
        /// At `place`, the attributes `first` and `second` contradict each other; `both` names them.
        pub struct Excludes(pub Place, pub &'static str, pub &'static str, pub &'static str);

        @input
        /// The attribute `name` is one of `those`, of which a function has at most one.
        pub struct About(pub &'static str, pub &'static str);

        @input
        /// The attribute `name` says that the argument is passed by `way`.
        pub struct Passes(pub &'static str, pub u8);

        @input
        pub struct Number(pub AttributeId, pub u64);

        @output
        pub struct Broken(pub Rule, pub Standing, pub Detail);

        struct PassedBy(Standing, AttributeId, u8);

        PassedBy(standing, attribute, way) <-
            Stands(standing, place),
            (place != Place::Function),
            Has(standing, attribute, name),
            Passes(name, way);

        Broken(PASSED_TWICE, standing, Detail::Attribute(attribute)) <-
            PassedBy(standing, _, first),
            PassedBy(standing, attribute, second),
            (first < second);

        struct Contradicts(Standing, Place, &'static str);

        Contradicts(standing, place, both) <-
            Excludes(place, first, second, both),
            Has(standing, _, first),
            Has(standing, _, second),
            Stands(standing, place);

        Contradicts(standing, Place::Function, those) <-
            About(first, those),
            Has(standing, _, first),
            Stands(standing, Place::Function),
            Has(standing, _, second),
            (first < second),
            About(second, those);

        Broken(VALUES_CONTRADICT, standing, Detail::Word(both)) <-
            Contradicts(standing, place, both),
            (place != Place::Function);

        Broken(FUNCTIONS_CONTRADICT, standing, Detail::Word(both)) <-
            Contradicts(standing, Place::Function, both);

        Broken(OPTNONE, standing, Detail::None) <-
            Has(standing, _, "optnone"),
            Stands(standing, Place::Function),
            !Has(standing, _, "noinline");

        struct Immediate(Standing);

        Immediate(standing) <-
            Has(standing, _, "immarg"),
            Stands(standing, place),
            (place != Place::Function);

        Broken(IMMARG, standing, Detail::Attribute(attribute)) <-
            Immediate(standing),
            Has(standing, attribute, name),
            (!matches!(name, "immarg" | "range"));

        Broken(IMMARG, standing, Detail::Attribute(attribute)) <-
            Immediate(standing),
            Says(standing, attribute);

        // The function or call handles memory as the bits of `kind` say.
        struct Handles(Standing, AttributeId, u64);

        Handles(standing, attribute, kind) <-
            Has(standing, attribute, "allockind"),
            Stands(standing, Place::Function),
            Number(attribute, kind);

        Broken(ALLOCKIND, standing, Detail::Attribute(attribute)) <-
            Handles(standing, attribute, kind),
            ((kind & (ALLOC | REALLOC | FREE)).count_ones() != 1);

        Broken(ALLOCKIND_MEMORY, standing, Detail::Attribute(attribute)) <-
            Handles(standing, attribute, kind),
            (kind & (ALLOC | REALLOC | FREE) == FREE),
            (kind & (UNINITIALIZED | ZEROED | ALIGNED) != 0);

        Broken(ALLOCKIND_MEMORY, standing, Detail::Attribute(attribute)) <-
            Handles(standing, attribute, kind),
            (kind & UNINITIALIZED != 0 && kind & ZEROED != 0);

        struct VScale(Standing, AttributeId, u64, u64);

        VScale(standing, attribute, range >> 32, range & 0xffff_ffff) <-
            Has(standing, attribute, "vscale_range"),
            Stands(standing, Place::Function),
            Number(attribute, range);

        Broken(VSCALE_RANGE, standing, Detail::Attribute(attribute)) <-
            VScale(standing, attribute, lower, _),
            (!lower.is_power_of_two());

        Broken(VSCALE_RANGE, standing, Detail::Attribute(attribute)) <-
            VScale(standing, attribute, lower, upper),
            (upper != 0),
            (lower > upper || !upper.is_power_of_two());
    }
}

input_from! { Number(attribute, integer) from AttributeInteger }
