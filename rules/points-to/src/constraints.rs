//! The language of constraints, which describes everything that moves pointers.
//!
//! Instructions, constants, initializers, functions of the model file and unknown functions all become [`Body`]s
//! of constraints over [`Variable`]s and [`Object`]s. The rules in [`definition`](crate::definition) alone define
//! what the constraints mean.
//!
//! A body belongs to a function and holds once for each context in which the function is reachable; the body of
//! the module holds once. A variable or object that has an owner exists once for each context of its owner; one
//! without an owner exists once.

use facts_schema::{FunctionId, InstructionId, ObjectKind, ValueId};

use crate::argument_class::{ArgumentClass, ArgumentClasses};
use crate::context::Context;
use crate::layout;
use crate::offsets::{ObjectLayout, Offsets, Step};
use crate::solution::Instance;

/// Something that can hold a pointer. [`Constraints::variables`] describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

impl Variable {
    /// Holds every pointer that external code may have: it points to [`Object::EXTERNAL`].
    pub const EXTERNAL: Self = Self(0);
    /// Pointers copied here escape to external code, which may read and write everything reachable from them, keep
    /// them, and call them.
    pub const CAPTURED: Self = Self(1);
    /// Holds the thrown values.
    pub const THROWN: Self = Self(2);
    /// Holds the values thrown with an unknown type, which any landing pad may catch.
    pub const UNTYPED: Self = Self(3);
    /// Holds a pointer to [`Object::LIBRARY`].
    pub const LIBRARY: Self = Self(4);

    /// Holds the values that standard libraries throw, with a type of their own.
    pub const THROWN_BY_LIBRARY: Self = Self(5);

    /// The variables that exist in every module, in order.
    pub const FIXED: [Self; 6] = [
        Self::EXTERNAL,
        Self::CAPTURED,
        Self::THROWN,
        Self::UNTYPED,
        Self::LIBRARY,
        Self::THROWN_BY_LIBRARY,
    ];
}

/// Memory or a function that pointers point to. [`Constraints::objects`] describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object(pub u32);

impl Object {
    /// Stands for all memory and functions that external code owns, and for everything that has escaped: a pointer
    /// to it may point to any escaped object.
    pub const EXTERNAL: Self = Self(0);
    /// Stands for memory and functions of libraries that do not use their arguments or memory of the program.
    /// Pointers in that memory, and the results of those functions, point to it.
    pub const LIBRARY: Self = Self(1);
}

/// A call site. [`Constraints::sites`] describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallSite(pub u32);

/// The meaning of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariableOf {
    /// One of [`Variable::FIXED`].
    Fixed,
    /// The values thrown with this type, whose type info is a global variable.
    Thrown {
        /// The type info.
        r#type: ValueId,
    },
    /// The values that a handler of this type catches.
    Caught {
        /// The type info.
        r#type: ValueId,
    },
    /// The address of the callable that `std::call_once` leaves for an invoker, or that a constructor leaves for
    /// its caller.
    Callable {
        /// The invoker or constructor.
        function: FunctionId,
    },
    /// The part of `value` that starts at byte `part` of it; `parts` defines the parts of a value.
    Value {
        /// An argument, a result, a constant or a global.
        value: ValueId,
        /// The first byte of the part.
        part: u32,
    },
    /// The same part of `value` if control came along `edge` into the block on whose predecessors the value
    /// depends. `edge` numbers these predecessors.
    Along {
        /// A phi, or a value computed from one.
        value: ValueId,
        /// The first byte of the part.
        part: u32,
        /// The number of the edge.
        edge: u8,
    },
    /// The argument that callers pass for the parameter at `position`, if the function does not receive it
    /// directly (`byval`).
    Incoming {
        /// The function called.
        function: FunctionId,
        /// The position of the parameter.
        position: u32,
    },
    /// The value that `function` returns, at byte `part` of it.
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
    /// The content at `offset` of `object` at a moment in a run of `function`.
    Held {
        /// The function.
        function: FunctionId,
        /// The object; only one instance exists at a time.
        object: Object,
        /// The offset in the object, in bytes.
        offset: u32,
        /// When.
        moment: Moment,
    },
    /// All content that `object` ever has at `offset`.
    Content {
        /// The object; only one instance exists at a time.
        object: Object,
        /// The offset in the object, in bytes.
        offset: u32,
    },
    /// All content at `offset` of an object on the stack of the reading function, in each of its contexts.
    OwnContent {
        /// The object; only one instance exists in each run of the function.
        object: Object,
        /// The offset in the object, in bytes.
        offset: u32,
    },
    /// An intermediate result, used nowhere else.
    Temporary,
}

/// A moment in a run of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// When it begins, if it is called directly as a clone.
    Begins,
    /// When it begins, if it is called in another way.
    BeginsAnyhow,
    /// When it ends.
    Ends,
    /// When it ends, in any context.
    EndsAnyhow,
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableInfo {
    /// The function in whose contexts it exists; none if it exists once.
    pub owner: Option<FunctionId>,
    /// Its meaning.
    pub of: VariableOf,
}

/// The origin of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// [`Object::EXTERNAL`].
    External,
    /// [`Object::LIBRARY`].
    Library,
    /// The memory that an `alloca` reserves.
    Stack(InstructionId),
    /// A global variable.
    Global(ValueId),
    /// A function, with or without a body.
    Function(FunctionId),
    /// The memory that a call of this function without a body allocates. The first site of the object's context
    /// identifies the call.
    Heap(FunctionId),
    /// Memory that belongs to this function without a body (`strtok`, `localtime`), or to several functions that
    /// share it.
    Static(FunctionId),
    /// The copy of an argument that `function` receives for its `byval` parameter at this position.
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
    /// The function in whose contexts it exists; none if it exists once.
    pub owner: Option<FunctionId>,
    /// Its origin.
    pub origin: Origin,
    /// Its size and its arrays: an index into [`Constraints::layouts`].
    pub layout: u32,
    /// Its size, if it depends on a call; otherwise the size of the layout applies.
    pub size: Size,
    /// Whether stores change it. Stores to constants and functions do not.
    pub is_writable: bool,
}

/// How the size of an object depends on the call that allocates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// It does not depend on a call: the layout gives the size.
    OfLayout,
    /// The argument at this position is the number of bytes.
    Argument(u32),
    /// The number of bytes is the product of the arguments at these positions.
    Product(u32, u32),
}

/// The first variable holds a pointer to `offsets` in `object`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Address {
    pub variable: Variable,
    pub object: Object,
    pub offsets: Offsets,
}

/// `to` holds everything that `from` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Assign {
    pub to: Variable,
    pub from: Variable,
}

/// `to` holds everything that `from` holds, moved by `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Shift {
    pub to: Variable,
    pub from: Variable,
    pub step: Step,
}

/// `to` holds the content `offset` bytes after the location that `address` points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Load {
    pub to: Variable,
    pub address: Variable,
    pub offset: u32,
}

/// The memory `offset` bytes after the location that `address` points to holds everything that `from` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Store {
    pub address: Variable,
    pub offset: u32,
    pub from: Variable,
}

/// The content of the `length` bytes from the location that `from` points to is also at the location that `to`
/// points to, at the same distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Transfer {
    pub to: Variable,
    pub from: Variable,
    pub length: Length,
}

/// The number of bytes that a [`Transfer`] copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Length {
    /// It is not known.
    Unknown,
    /// This number of bytes.
    Bytes(u64),
    /// The argument at this position gives the number of bytes, in the call of the body's function.
    Argument(u32),
}

/// The call at `site` calls everything that `callee` points to. Each site has one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Call {
    pub site: CallSite,
    pub callee: Variable,
}

/// At `site`, `variable` holds the part of the argument at `position` that starts at byte `part`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Argument {
    pub site: CallSite,
    pub position: u32,
    pub part: u32,
    pub variable: Variable,
}

/// At `site`, everything that `variable` holds is also passed as variable arguments: a `musttail` call forwards
/// those of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct VariableArguments {
    pub site: CallSite,
    pub variable: Variable,
}

/// At `site`, `variable` holds the part of the call's result that starts at byte `part`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct CallResult {
    pub site: CallSite,
    pub part: u32,
    pub variable: Variable,
}

/// The properties of a call site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSiteInfo {
    /// The function whose body makes the call.
    pub function: FunctionId,
    /// The call instruction. None if a function without a body calls a function that it was given.
    pub instruction: Option<InstructionId>,
    /// The function that it calls directly, if it does not call through a pointer.
    pub callee: Option<FunctionId>,
    /// Whether it is a direct call by which an allocation function may run again before it has returned. In contexts,
    /// it is like a call through a pointer, so that recursion ends.
    pub is_recursive: bool,
    /// The number of arguments that the call passes.
    pub argument_count: u32,
    /// Whether the call has the type of a function without prototype, `(...)`: it may pass fewer arguments than
    /// the callee takes.
    pub is_unprototyped: bool,
    /// The classes of the arguments passed and the result expected. Unused in direct calls, whose callee is known.
    pub shapes: ArgumentClasses,
    /// The class of the result that the call has according to its type, used or not.
    pub result: ArgumentClass,
    /// The arguments that are integer constants, by position.
    pub constants: Vec<(u32, u64)>,
    /// The arguments that are multiples of a number, by position: the number, more than 1. Only listed in calls of
    /// functions without a body.
    pub multiples: Vec<(u32, u32)>,
    /// The arguments that are parameters of the calling function, by position: the position of the parameter.
    pub forwarded: Vec<(u32, u32)>,
    /// The site that represents this one in contexts, if this one covers only some of the pointers that the call
    /// may go through.
    pub part_of: Option<CallSite>,
    /// What debug information shows about the memory that the call allocates, if it allocates memory.
    pub allocates: Allocated,
    /// Whether the call represents calls of all functions that the body of a function names, independently of the
    /// function's arguments.
    pub is_apart: bool,
}

/// What debug information shows about allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocated {
    /// It has this layout: an index into [`Constraints::layouts`].
    Layout(u32),
    /// The same, if it has the size of the layout.
    OfSize(u32),
    /// It has the layout that the call of the allocating function shows.
    ForCaller,
    /// Nothing.
    Unknown,
}

impl CallSiteInfo {
    /// A call without arguments in the body of `function`.
    pub fn plain(function: FunctionId, instruction: Option<InstructionId>) -> Self {
        Self {
            function,
            instruction,
            callee: None,
            is_recursive: false,
            argument_count: 0,
            is_unprototyped: false,
            shapes: ArgumentClasses::default(),
            result: ArgumentClass::Any,
            constants: Vec::new(),
            multiples: Vec::new(),
            forwarded: Vec::new(),
            part_of: None,
            allocates: Allocated::Unknown,
            is_apart: false,
        }
    }

    /// The function that runs as if it were inlined here, if it runs in contexts of its own.
    pub fn inlined_callee(&self) -> Option<FunctionId> {
        self.callee.filter(|_| !self.is_recursive)
    }
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

/// The source of a function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FunctionKind {
    /// From its instructions.
    Defined,
    /// From the model file, or from LLVM's description of an intrinsic.
    Modelled,
    /// From its attributes: its behaviour is unknown.
    Unknown,
}

/// A function, as seen by its callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The source of its body.
    pub kind: FunctionKind,
    /// The number of its parameters, not counting variable arguments. A call that passes fewer arguments, or
    /// arguments that do not fit, does not call this function, unless it has no prototype.
    pub parameter_count: u32,
    /// Whether a call instruction whose type has more arguments, or another result, does not call it either.
    pub is_strict: bool,
    /// The classes of its parameters and its result.
    pub shapes: ArgumentClasses,
    /// Whether it runs in a context of its own for each direct call, as if it were inlined.
    pub is_cloned: bool,
    /// Whether it also runs in a context of its own for each call through a pointer.
    pub is_cloned_behind_pointers: bool,
    /// Whether it is a placeholder for a missing function: calling it ends the program.
    pub is_never_called: bool,
    /// The variables that hold the parts of the arguments: triples of position, first byte of the part, and
    /// variable.
    pub parameters: Vec<(u32, u32, Variable)>,
    /// The variable that holds all further arguments, in all their parts, if it takes variable arguments.
    pub variadic: Option<Variable>,
    /// The variables that hold the parts of its result: pairs of the first byte of the part and the variable.
    pub returns: Vec<(u32, Variable)>,
    /// Its constraints.
    pub body: Body,
}

impl FunctionInfo {
    /// A function without parameters, result and constraints.
    pub fn new(kind: FunctionKind) -> Self {
        Self {
            kind,
            parameter_count: 0,
            is_strict: false,
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
    pub layouts: Vec<ObjectLayout>,
    /// By [`CallSite`].
    pub sites: Vec<CallSiteInfo>,
    /// By [`FunctionId`].
    pub functions: Vec<FunctionInfo>,
    /// The constraints of the module itself: initializers, constants, aliases, and the functions that external
    /// code may call.
    pub module: Body,
    /// The functions that run without being called.
    pub roots: Vec<FunctionId>,
    /// The parts of values, in order: the value, the first byte of the part, and the variable that holds it.
    pub values: Vec<(ValueId, u32, Variable)>,
    /// The instances of each [`Group`](crate::offsets::Group), in order.
    pub groups: Vec<Vec<Instance>>,
    /// Whether the module has all classes of the program: no external code creates objects of other classes in its
    /// memory.
    pub has_all_classes: bool,
}

impl Constraints {
    /// Uses one object for all texts of strings that a function allocates, instead of one for each call.
    pub fn merge_texts(&mut self) {
        let text = self.text_layout();
        for object in self.objects.iter_mut().filter(|it| Some(it.layout) == text) {
            object.owner = None;
        }
    }

    /// Whether there is one object for each call that allocates the text of a string.
    pub fn distinguishes_texts(&self) -> bool {
        let text = self.text_layout();
        self.objects.iter().any(|it| Some(it.layout) == text && it.owner.is_some())
    }

    /// Whether there is one object for all texts of strings that a function allocates.
    pub fn has_merged_texts(&self) -> bool {
        let text = self.text_layout();
        self.objects.iter().any(|it| Some(it.layout) == text && it.owner.is_none())
    }

    /// The number of the layout of texts of strings, if there are any.
    fn text_layout(&self) -> Option<u32> {
        let text = layout::text();
        (0..).zip(&self.layouts).find(|(_, it)| **it == text).map(|(number, _)| number)
    }

    /// The parts of a value that can hold pointers: the first byte of each, and its variable.
    pub fn parts_of(&self, value: ValueId) -> impl Iterator<Item = (u32, Variable)> + '_ {
        let start = self.values.partition_point(|(it, ..)| *it < value);
        let parts = self.values[start..].iter().take_while(move |(it, ..)| *it == value);
        parts.map(|(_, part, variable)| (*part, *variable))
    }

    /// Whether a call at `site` can call `function`, judged by the number and the classes of its arguments and by
    /// its result.
    pub fn accepts(&self, site: CallSite, function: FunctionId) -> bool {
        let site = &self.sites[site.0 as usize];
        let function = &self.functions[function.0 as usize];
        // A model may pass arguments for several types of functions.
        let is_strict = function.is_strict && site.instruction.is_some();
        let is_same = || {
            site.argument_count == function.parameter_count
                && site.result.fits(function.shapes.result)
        };
        let fits = || {
            site.argument_count >= function.parameter_count
                && site.shapes.fit(&function.shapes)
                && (!is_strict || is_same())
        };
        !function.is_never_called && (site.is_unprototyped || fits())
    }

    /// The constant that is passed to a function at `position` in a context. If the caller passes on its own parameter,
    /// the constant that is passed to the caller, and so on.
    pub fn constant_argument(&self, context: Context, mut position: u32) -> Option<u64> {
        for site in context.sites() {
            let site = &self.sites[site.0 as usize];
            if let Some((_, constant)) = site.constants.iter().find(|(it, _)| *it == position) {
                return Some(*constant);
            }
            (_, position) = *site.forwarded.iter().find(|(it, _)| *it == position)?;
        }
        None
    }

    /// Whether a step applies where its function runs in `context`.
    pub fn applies(&self, step: Step, context: Context) -> bool {
        match step {
            Step::Given(given) => {
                self.constant_argument(context, given.position).is_none_or(|it| given.fits(it))
            }
            _ => true,
        }
    }

    /// The origin of an object.
    pub fn origin(&self, object: Object) -> Origin {
        self.objects.get(object.0 as usize).map_or(Origin::External, |info| info.origin)
    }

    /// The instruction at a site; none for calls that functions without a body make.
    pub fn instruction_at(&self, site: CallSite) -> Option<InstructionId> {
        self.sites.get(site.0 as usize)?.instruction
    }
}
