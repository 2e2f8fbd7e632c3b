//! Whether one function refines another.

use facts_schema::FunctionId;

use super::Error;
use super::enumerate::{Behaviours, Budget, Input, Runner, inputs};
use super::program::Program;
use super::semantics::Semantics;
use super::values::Scalar;

/// A function of a program.
#[derive(Clone, Copy)]
pub struct Subject<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function.
    pub function: FunctionId,
}

/// Whether `target` refines `source`: on each input, `source` allows all behaviours of `target`. Undefined behaviour
/// allows everything, poison allows any value, undef allows each of its values at each use, and `freeze` allows each of
/// its possible results. The calls of external functions are compared like results.
///
/// Returns `None` if so, otherwise a description of an input for which `source` does not allow a behaviour of `target`.
///
/// # Errors
///
/// When the interpreter does not support something in a function, or the budget is exceeded.
pub fn refines(
    source: Subject,
    target: Subject,
    semantics: Semantics,
    budget: Budget,
) -> Result<Option<String>, Error> {
    let [source_function, target_function] =
        [source, target].map(|it| it.program.function(it.function));
    let (source_function, target_function) = (source_function?, target_function?);
    let types = |function: &super::instructions::Function| {
        let count = function.parameters.len();
        let parameters: Vec<_> =
            function.registers[..count].iter().map(|it| it.r#type.scalars.clone()).collect();
        (parameters, function.result.scalars.clone())
    };
    if types(source_function) != types(target_function) {
        return Err(Error::unsupported("functions of different types"));
    }
    let mut before = Runner::new(source.program, source.function, semantics, budget);
    let mut after = Runner::new(target.program, target.function, semantics, budget);
    for arguments in inputs(source.program, source.function, semantics, budget)? {
        let mut input = Input { arguments, stays_after: None };
        let (mut allowed, might_stay) = before.run(&input, None)?;
        let mut rounds = (0..might_stay).map(Some);
        loop {
            if !allowed.is_undefined {
                let (done, _) = after.run(&input, None)?;
                if let Some(excess) = excess(&allowed, &done)? {
                    return Ok(Some(explain(source_function, &input, &excess)));
                }
            }
            let Some(next) = rounds.next() else { break };
            input.stays_after = next;
            allowed = before.run(&input, None)?.0;
        }
    }
    Ok(None)
}

/// A behaviour that is not allowed, if there is one.
fn excess(allowed: &Behaviours, done: &Behaviours) -> Result<Option<String>, Error> {
    let all = || {
        let texts = allowed
            .seen
            .iter()
            .map(|(trace, (value, scalars))| show(trace, &value.display(scalars)));
        texts.collect::<Vec<_>>().join(", or ")
    };
    if done.is_undefined {
        return Ok(Some(format!("undefined behaviour, where the source {}", all())));
    }
    for (trace, (value, scalars)) in &done.seen {
        let is_allowed = match allowed.seen.get(trace) {
            Some((own, types)) if types == scalars => own.allows(value, scalars)?,
            _ => false,
        };
        if !is_allowed {
            let text = show(trace, &value.display(scalars));
            return Ok(Some(format!("{text}, where the source {}", all())));
        }
    }
    Ok(None)
}

fn show((calls, returns): &super::enumerate::Trace, value: &str) -> String {
    let verb = if *returns { "returns" } else { "stays with" };
    match calls.as_slice() {
        [] => format!("{verb} {value}"),
        calls => format!("calls {} and {verb}, in all with {value}", calls.join(", ")),
    }
}

fn explain(function: &super::instructions::Function, input: &Input, excess: &str) -> String {
    let argument = |(register, value): (&super::instructions::Register, &super::values::Value)| {
        let scalars: &[Scalar] = &register.r#type.scalars;
        format!("{} = {}", register.name, value.display(scalars))
    };
    let arguments: Vec<_> = function.registers.iter().zip(&input.arguments).map(argument).collect();
    let stays = match input.stays_after {
        Some(count) => format!(" (the external call after {count} others does not return)"),
        None => String::new(),
    };
    format!("{}: with {}{stays}: {excess}", function.name, arguments.join(", "))
}
