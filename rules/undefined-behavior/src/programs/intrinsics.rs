//! Results of intrinsics, as functions of their arguments.
//!
//! **Scope: module.**

use facts_schema::FunctionId;
use rules_macros::datalog;

/// The computation of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Computation {
    /// The result is defined for all arguments: it describes the machine or the optimiser's knowledge.
    Defined,
    /// The first argument.
    First,
    /// The result is defined if the arguments are, part by part.
    Total,
    /// The same, unless this argument, a flag, is true: then some arguments give poison.
    UnlessFlag(u32),
    /// The same if this argument is less than the width.
    ShiftBy(u32),
}

datalog! { module;
    /// Nothing is known about other intrinsics.
    const COMPUTATIONS(&'static str, Computation) = [
        ("llvm.ctlz", Computation::UnlessFlag(1)),
        ("llvm.cttz", Computation::UnlessFlag(1)),
        ("llvm.abs", Computation::UnlessFlag(1)),
        ("llvm.sshl.sat", Computation::ShiftBy(1)),
        ("llvm.ushl.sat", Computation::ShiftBy(1)),
        ("llvm.expect", Computation::First),
        ("llvm.expect.with.probability", Computation::First),
        ("llvm.ssa.copy", Computation::First),
        ("llvm.launder.invariant.group", Computation::First),
        ("llvm.strip.invariant.group", Computation::First),
        ("llvm.annotation", Computation::First),
        ("llvm.ptr.annotation", Computation::First),
        ("llvm.vscale", Computation::Defined),
        ("llvm.is.constant", Computation::Defined),
        ("llvm.frameaddress", Computation::Defined),
        ("llvm.returnaddress", Computation::Defined),
        ("llvm.addressofreturnaddress", Computation::Defined),
        ("llvm.sponentry", Computation::Defined),
        ("llvm.stacksave", Computation::Defined),
        ("llvm.threadlocal.address", Computation::Defined),
        ("llvm.readcyclecounter", Computation::Defined),
        ("llvm.readsteadycounter", Computation::Defined),
        ("llvm.eh.typeid.for", Computation::Defined),
        ("llvm.ctpop", Computation::Total),
        ("llvm.bswap", Computation::Total),
        ("llvm.bitreverse", Computation::Total),
        ("llvm.fshl", Computation::Total),
        ("llvm.fshr", Computation::Total),
        ("llvm.smax", Computation::Total),
        ("llvm.smin", Computation::Total),
        ("llvm.umax", Computation::Total),
        ("llvm.umin", Computation::Total),
        ("llvm.scmp", Computation::Total),
        ("llvm.ucmp", Computation::Total),
        ("llvm.sadd.sat", Computation::Total),
        ("llvm.ssub.sat", Computation::Total),
        ("llvm.uadd.sat", Computation::Total),
        ("llvm.usub.sat", Computation::Total),
        ("llvm.is.fpclass", Computation::Total),
        ("llvm.sadd.with.overflow", Computation::Total),
        ("llvm.ssub.with.overflow", Computation::Total),
        ("llvm.smul.with.overflow", Computation::Total),
        ("llvm.uadd.with.overflow", Computation::Total),
        ("llvm.usub.with.overflow", Computation::Total),
        ("llvm.umul.with.overflow", Computation::Total),
        ("llvm.fptoui.sat", Computation::Total),
        ("llvm.fptosi.sat", Computation::Total),
        ("llvm.fma", Computation::Total),
        ("llvm.fmuladd", Computation::Total),
        ("llvm.sqrt", Computation::Total),
        ("llvm.powi", Computation::Total),
        ("llvm.sin", Computation::Total),
        ("llvm.cos", Computation::Total),
        ("llvm.tan", Computation::Total),
        ("llvm.pow", Computation::Total),
        ("llvm.exp", Computation::Total),
        ("llvm.exp2", Computation::Total),
        ("llvm.exp10", Computation::Total),
        ("llvm.log", Computation::Total),
        ("llvm.log10", Computation::Total),
        ("llvm.log2", Computation::Total),
        ("llvm.fabs", Computation::Total),
        ("llvm.copysign", Computation::Total),
        ("llvm.floor", Computation::Total),
        ("llvm.ceil", Computation::Total),
        ("llvm.trunc", Computation::Total),
        ("llvm.rint", Computation::Total),
        ("llvm.nearbyint", Computation::Total),
        ("llvm.round", Computation::Total),
        ("llvm.roundeven", Computation::Total),
        ("llvm.lround", Computation::Total),
        ("llvm.llround", Computation::Total),
        ("llvm.lrint", Computation::Total),
        ("llvm.llrint", Computation::Total),
        ("llvm.minnum", Computation::Total),
        ("llvm.maxnum", Computation::Total),
        ("llvm.minimum", Computation::Total),
        ("llvm.maximum", Computation::Total),
        ("llvm.canonicalize", Computation::Total),
        ("llvm.ptrmask", Computation::Total),
        ("llvm.vector.reduce.add", Computation::Total),
        ("llvm.vector.reduce.mul", Computation::Total),
        ("llvm.vector.reduce.and", Computation::Total),
        ("llvm.vector.reduce.or", Computation::Total),
        ("llvm.vector.reduce.xor", Computation::Total),
        ("llvm.vector.reduce.smax", Computation::Total),
        ("llvm.vector.reduce.smin", Computation::Total),
        ("llvm.vector.reduce.umax", Computation::Total),
        ("llvm.vector.reduce.umin", Computation::Total),
        ("llvm.vector.reduce.fadd", Computation::Total),
        ("llvm.vector.reduce.fmul", Computation::Total),
        ("llvm.vector.reduce.fmax", Computation::Total),
        ("llvm.vector.reduce.fmin", Computation::Total),
        ("llvm.vector.reduce.fmaximum", Computation::Total),
        ("llvm.vector.reduce.fminimum", Computation::Total),
        ("llvm.ldexp", Computation::Total),
        ("llvm.frexp", Computation::Total),
        ("llvm.asin", Computation::Total),
        ("llvm.acos", Computation::Total),
        ("llvm.atan", Computation::Total),
        ("llvm.sinh", Computation::Total),
        ("llvm.cosh", Computation::Total),
        ("llvm.tanh", Computation::Total),
        ("llvm.atan2", Computation::Total),
        ("llvm.sincos", Computation::Total),
    ];

    @output
    /// `function` is an intrinsic with this computation.
    struct Computes(FunctionId, Computation);

    Computes(function, computation) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        COMPUTATIONS(name, computation);
}
