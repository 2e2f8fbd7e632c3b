//! The language of constraints, in which everything that moves pointers is said.
//!
//! Instructions, constants, initializers, functions of the model file and unknown functions all
//! become [`Body`]s of constraints over [`Variable`]s and [`Object`]s. What the constraints mean
//! is said by the rules in [`definition`](crate::definition), and by nothing else.
//!
//! A body belongs to a function and holds once for each context in which the function is reachable;
//! the body of the module holds once. A variable or object that has an owner exists once for each
//! context of its owner; one without an owner exists once.

use facts_schema::{FunctionId, InstructionId, ObjectKind, ValueId};

use crate::argument_class::ArgumentClasses;
use crate::place::{Layout, Place, Step};
use crate::solution::Instance;

/// Something that can hold a pointer: [`Constraints::variables`] says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

impl Variable {
    /// Holds each pointer that external code may have: it points to [`Object::EXTERNAL`].
    pub const EXTERNAL: Self = Self(0);
    /// What is copied here becomes known to external code: it may read and write all that can be
    /// reached from it, keep it, and call it.
    pub const CAPTURED: Self = Self(1);
    /// Holds what has been thrown.
    pub const THROWN: Self = Self(2);
    /// Holds what has been thrown as no type that is known, for any landing pad to catch.
    pub const UNTYPED: Self = Self(3);
    /// Holds a pointer to [`Object::LIBRARY`].
    pub const LIBRARY: Self = Self(4);

    /// Holds what standard libraries throw, as a type of their own.
    pub const THROWN_BY_LIBRARY: Self = Self(5);

    /// Those that exist in every module, in order.
    pub const FIXED: [Self; 6] = [
        Self::EXTERNAL,
        Self::CAPTURED,
        Self::THROWN,
        Self::UNTYPED,
        Self::LIBRARY,
        Self::THROWN_BY_LIBRARY,
    ];
}

/// Memory or a function that pointers point to: [`Constraints::objects`] says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object(pub u32);

impl Object {
    /// Stands for all memory and functions that external code owns, and for all that has become
    /// known to it: a pointer to it may point to any escaped object.
    pub const EXTERNAL: Self = Self(0);
    /// Stands for memory and functions of libraries that do nothing with what they are given, and know nothing
    /// of the program. Pointers in it, and what its functions return, point to it.
    pub const LIBRARY: Self = Self(1);
}

/// A place in a function where calls are made: [`Constraints::sites`] says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub u32);

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariableOf {
    /// One of [`Variable::FIXED`].
    Fixed,
    /// What has been thrown as this type, of which the type info is a global variable.
    Thrown {
        /// The type info.
        r#type: ValueId,
    },
    /// What a handler of this type catches.
    Caught {
        /// The type info.
        r#type: ValueId,
    },
    /// The callable object that `std::call_once` leaves for an instance of its template.
    Left {
        /// The first function of the instance.
        function: FunctionId,
    },
    /// The part of `value` that starts at byte `part` of it; see
    /// `parts` for which parts a value has.
    Value {
        /// An argument, a result, a constant or a global.
        value: ValueId,
        /// The first byte of the part.
        part: u32,
    },
    /// The same part of `value` when control came along `edge` into the block on whose predecessors the value
    /// depends. The edge counts these.
    Along {
        /// A phi, or what is computed from one.
        value: ValueId,
        /// The first byte of the part.
        part: u32,
        /// The number of the edge.
        edge: u8,
    },
    /// What callers pass for the parameter at `position`, where the function does not get it as
    /// such (`byval`).
    Incoming {
        /// The function called.
        function: FunctionId,
        /// The position of the parameter.
        position: u32,
    },
    /// What `function` returns, at byte `part` of it.
    Return {
        /// The function that returns it.
        function: FunctionId,
        /// The first byte of the part.
        part: u32,
    },
    /// The parameter at `position` of a function without a body.
    Parameter {
        /// The function.
        function: FunctionId,
        /// The position of the parameter.
        position: u32,
    },
    /// The variable arguments that callers pass to `function`.
    Variadic {
        /// The function.
        function: FunctionId,
    },
    /// What lies `offset` bytes from the beginning of `object` at a moment in a run of `function`.
    Held {
        /// The function.
        function: FunctionId,
        /// The object, of which there is only one at a time.
        object: Object,
        /// How far behind its beginning.
        offset: u32,
        /// When.
        moment: Moment,
    },
    /// What may ever lie `offset` bytes from the beginning of `object`.
    Content {
        /// The object, of which there is only one at a time.
        object: Object,
        /// How far behind its beginning.
        offset: u32,
    },
    /// The same of an object on the stack of the function that asks, in each of its contexts.
    OwnContent {
        /// The object, of which there is only one in each run of the function.
        object: Object,
        /// How far behind its beginning.
        offset: u32,
    },
    /// A step on the way to a value, of no interest to anyone else.
    Temporary,
}

/// A moment in a run of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// When it begins, called directly as a clone.
    Begins,
    /// When it begins, called in another way.
    BeginsAnyhow,
    /// When it ends.
    Ends,
    /// When it ends, in any context.
    EndsAnyhow,
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableInfo {
    /// The function whose contexts it exists in; none if it exists once.
    pub owner: Option<FunctionId>,
    /// What it stands for.
    pub of: VariableOf,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// [`Object::EXTERNAL`].
    External,
    /// [`Object::LIBRARY`].
    Library,
    /// What an `alloca` reserves.
    Stack(InstructionId),
    /// A global variable.
    Global(ValueId),
    /// A function, with or without a body.
    Function(FunctionId),
    /// What a call of this function without a body allocates. Which call it is says the first site
    /// of the object's context.
    Heap(FunctionId),
    /// Memory that belongs to this function without a body (`strtok`, `localtime`), or to several
    /// that share it.
    Static(FunctionId),
    /// The copy of an argument that `function` gets for its `byval` parameter at this position.
    ByValue(FunctionId, u32),
    /// The variable arguments of a function.
    VariableArguments(FunctionId),
    /// The address of a block.
    Block(ValueId),
    /// The array `argv` of `main`.
    ArgumentVector,
    /// The strings in `argv`.
    ArgumentStrings,
    /// The environment's array of strings.
    Environment,
    /// The strings of the environment.
    EnvironmentStrings,
}

impl Origin {
    /// The kind of object that has this origin.
    pub fn kind(self) -> ObjectKind {
        match self {
            Self::External => ObjectKind::External,
            Self::Library => ObjectKind::Library,
            Self::Stack(_) => ObjectKind::Stack,
            Self::Global(_) => ObjectKind::Global,
            Self::Function(_) => ObjectKind::Function,
            Self::Heap(_) => ObjectKind::Heap,
            Self::Static(_) => ObjectKind::Static,
            Self::ByValue(..) => ObjectKind::ByValue,
            Self::VariableArguments(_) => ObjectKind::VariableArguments,
            Self::Block(_) => ObjectKind::Block,
            Self::ArgumentVector => ObjectKind::ArgumentVector,
            Self::ArgumentStrings => ObjectKind::ArgumentStrings,
            Self::Environment => ObjectKind::Environment,
            Self::EnvironmentStrings => ObjectKind::EnvironmentStrings,
        }
    }
}

/// An object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectInfo {
    /// The function whose contexts it exists in; none if it exists once.
    pub owner: Option<FunctionId>,
    /// What it is.
    pub origin: Origin,
    /// Its size and its arrays: an index into [`Constraints::layouts`].
    pub layout: u32,
    /// Its size, if a call says it; else that of the layout counts.
    pub size: Size,
    /// Whether stores change it: not those to constants and functions.
    pub is_writable: bool,
}

/// How a call says the size of what it allocates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// It does not: the layout says it.
    OfLayout,
    /// The argument at this position is the number of bytes.
    Argument(u32),
    /// The arguments at these positions are to be multiplied.
    Product(u32, u32),
}

/// The first variable holds a pointer to `place` of `object`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Address {
    pub variable: Variable,
    pub object: Object,
    pub place: Place,
}

/// `to` holds what `from` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Assign {
    pub to: Variable,
    pub from: Variable,
}

/// `to` holds what `from` holds, moved by `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Shift {
    pub to: Variable,
    pub from: Variable,
    pub step: Step,
}

/// `to` holds what lies `offset` bytes behind where `address` points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Load {
    pub to: Variable,
    pub address: Variable,
    pub offset: u32,
}

/// What `from` holds lies `offset` bytes behind where `address` points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Store {
    pub address: Variable,
    pub offset: u32,
    pub from: Variable,
}

/// What lies in the `length` bytes behind where `from` points also lies behind where `to` points, at
/// the same distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Transfer {
    pub to: Variable,
    pub from: Variable,
    pub length: Length,
}

/// How much a [`Transfer`] copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Length {
    /// It is not known.
    Unknown,
    /// So many bytes.
    Bytes(u64),
    /// As many bytes as the argument at this position says, in the call of the body's function.
    Argument(u32),
}

/// What `callee` points to is called at `site`. Each site has one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Call {
    pub site: Site,
    pub callee: Variable,
}

/// At `site`, byte `part` and following of the argument at `position` are what `variable` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Argument {
    pub site: Site,
    pub position: u32,
    pub part: u32,
    pub variable: Variable,
}

/// At `site`, what `variable` holds is also passed as variable arguments: a `musttail` call passes on
/// its caller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct VariableArguments {
    pub site: Site,
    pub variable: Variable,
}

/// At `site`, `variable` holds byte `part` and following of what the call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct CallResult {
    pub site: Site,
    pub part: u32,
    pub variable: Variable,
}

/// A place where calls are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteInfo {
    /// The function whose body makes the call.
    pub function: FunctionId,
    /// The call. A function without a body calls what it is given without having instructions.
    pub instruction: Option<InstructionId>,
    /// The function that it calls directly, if it does not call through a pointer.
    pub callee: Option<FunctionId>,
    /// How many arguments the call passes.
    pub argument_count: u32,
    /// Whether the call is by the type of a function without prototype, `(...)`: it may pass fewer
    /// arguments than the callee takes.
    pub is_unprototyped: bool,
    /// Of what is passed and expected. Of a direct call nothing: its callee is what it is.
    pub shapes: ArgumentClasses,
    /// The arguments that are integer constants, by position.
    pub constants: Vec<(u32, u64)>,
    /// The site that stands for this one in contexts, if it is for some of the pointers that the call may go
    /// through.
    pub part_of: Option<Site>,
    /// Whether it is what the body of a function names that runs here, apart from what the function is given.
    pub is_apart: bool,
}

/// Constraints that hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the rows say it")]
pub struct Body {
    pub addresses: Vec<Address>,
    pub assigns: Vec<Assign>,
    pub shifts: Vec<Shift>,
    pub loads: Vec<Load>,
    pub stores: Vec<Store>,
    pub transfers: Vec<Transfer>,
    pub calls: Vec<Call>,
    pub arguments: Vec<Argument>,
    pub variable_arguments: Vec<VariableArguments>,
    pub results: Vec<CallResult>,
}

/// Where the body of a function comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FunctionKind {
    /// From its instructions.
    Defined,
    /// From the model file, or from what LLVM says of an intrinsic.
    Modelled,
    /// From its attributes: nobody knows what it does.
    Unknown,
}

/// A function, as seen by its callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// Where its body comes from.
    pub kind: FunctionKind,
    /// How many parameters it takes, variable arguments not counted. A call that passes fewer, or
    /// such as do not fit, is none of this function, unless it has no prototype.
    pub parameter_count: u32,
    /// Of what it takes and returns.
    pub shapes: ArgumentClasses,
    /// Whether it runs in a context of its own for each direct call, as if it were inlined.
    pub is_cloned: bool,
    /// Whether it runs in a context of its own for each call through a pointer, too.
    pub is_cloned_behind_pointers: bool,
    /// Whether it only stands where there is no function: to call it ends the program.
    pub is_never_called: bool,
    /// The variables that get byte `part` and following of the argument at `position`: triples of
    /// position, part and variable.
    pub parameters: Vec<(u32, u32, Variable)>,
    /// The variable that gets all further arguments, all parts of them, if it takes variable
    /// arguments.
    pub variadic: Option<Variable>,
    /// The variables that hold byte `part` and following of what it returns: pairs of part and
    /// variable.
    pub returns: Vec<(u32, Variable)>,
    /// Its constraints.
    pub body: Body,
}

impl FunctionInfo {
    /// A function that takes and returns nothing, and has no constraints.
    pub fn new(kind: FunctionKind) -> Self {
        Self {
            kind,
            parameter_count: 0,
            shapes: ArgumentClasses::default(),
            is_cloned: false,
            is_cloned_behind_pointers: false,
            is_never_called: false,
            parameters: Vec::new(),
            variadic: None,
            returns: Vec::new(),
            body: Body::default(),
        }
    }
}

/// All constraints of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// By [`Variable`].
    pub variables: Vec<VariableInfo>,
    /// By [`Object`].
    pub objects: Vec<ObjectInfo>,
    /// By [`ObjectInfo::layout`].
    pub layouts: Vec<Layout>,
    /// By [`Site`].
    pub sites: Vec<SiteInfo>,
    /// By [`FunctionId`].
    pub functions: Vec<FunctionInfo>,
    /// What holds of the module: initializers, constants, aliases, what external code may call.
    pub module: Body,
    /// The functions that run without being called.
    pub roots: Vec<FunctionId>,
    /// The parts of values, in order: of a value, where one starts, and the variable that holds it.
    pub values: Vec<(ValueId, u32, Variable)>,
    /// By [`Group`](crate::place::Group): its instances, in order.
    pub groups: Vec<Vec<Instance>>,
    /// Whether the module has all classes of the program: no code elsewhere makes objects of others in its memory.
    pub has_all_classes: bool,
}

impl Constraints {
    /// The parts of a value that can hold pointers: which byte each starts at, and its variable.
    pub fn parts_of(&self, value: ValueId) -> impl Iterator<Item = (u32, Variable)> + '_ {
        let start = self.values.partition_point(|(it, ..)| *it < value);
        let parts = self.values[start..].iter().take_while(move |(it, ..)| *it == value);
        parts.map(|(_, part, variable)| (*part, *variable))
    }

    /// Whether a call at `site` can be one of `function`, by the number and the shapes of its
    /// arguments and by its result.
    pub fn accepts(&self, site: Site, function: FunctionId) -> bool {
        let site = &self.sites[site.0 as usize];
        let function = &self.functions[function.0 as usize];
        let fits =
            || site.argument_count >= function.parameter_count && site.shapes.fit(&function.shapes);
        !function.is_never_called && (site.is_unprototyped || fits())
    }

    /// The constant that the call at `site` passes at `position`.
    pub fn constant_argument(&self, site: Site, position: u32) -> Option<u64> {
        let constants = &self.sites[site.0 as usize].constants;
        constants.iter().find(|(it, _)| *it == position).map(|(_, constant)| *constant)
    }

    /// Where an object comes from.
    pub fn origin(&self, object: Object) -> Origin {
        self.objects.get(object.0 as usize).map_or(Origin::External, |info| info.origin)
    }

    /// The instruction at a site; none for calls that functions without a body make.
    pub fn instruction_at(&self, site: Site) -> Option<InstructionId> {
        self.sites.get(site.0 as usize)?.instruction
    }
}
