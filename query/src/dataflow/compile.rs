//! Compiles the steps of rules to chains of joins.

mod join;

use crate::dataflow::program::{
    Aggregate, Chain, Link, Program, Simple, Slot, Stage, Start, Stratum, Words,
};
use crate::plan::{Columns, Plan, Register, Rule, Step, Value};
use crate::syntax::AggregateKind;
use crate::value::Primitive;

/// Compiles a plan to a program.
pub(crate) fn compile(plan: &Plan) -> Program {
    let is_symbol = |relation: &crate::plan::Relation| {
        relation.columns.iter().map(|it| it.1 == Primitive::Symbol).collect()
    };
    let mut program = Program {
        texts: plan.texts.clone(),
        relations: plan.relations.iter().map(is_symbol).collect(),
        indices: Vec::new(),
        strata: Vec::new(),
        inputs: plan.inputs().iter().map(|it| it.relation).collect(),
        outputs: plan.outputs().iter().map(|it| it.relation).collect(),
    };
    for (stratum, rules) in plan.strata.iter().zip(&plan.whole) {
        let mut compiled = Stratum {
            relations: stratum.relations.clone(),
            is_recursive: !stratum.repeated.is_empty(),
            limits: stratum.limits.clone(),
            ..Stratum::default()
        };
        for rule in rules {
            let mut chain = Compile::new(plan, rule, &mut program).chain();
            match (chain.start, chain.links.pop()) {
                (Start::Unit, Some(Link::Map(stage))) if chain.links.is_empty() => {
                    compiled.facts.push((rule.head, stage));
                }
                (start, last) => {
                    chain.links.extend(last);
                    compiled.chains.push(Chain { start, ..chain });
                }
            }
        }
        program.strata.push(compiled);
    }
    program.resolve();
    program
}

/// A rule that is being compiled to a chain.
struct Compile<'a> {
    plan: &'a Plan,
    rule: &'a Rule,
    program: &'a mut Program,
    /// For each register, whether it is a constant, has a value, and is a symbol.
    is_constant: Vec<bool>,
    is_set: Vec<bool>,
    is_symbol: Vec<bool>,
    start: Start,
    links: Vec<Link>,
    /// The operator to which the open stage belongs.
    open: Open,
    stage: Stage,
    /// Whether the links are within an aggregate.
    is_inner: bool,
}

/// The operator whose stage is open.
enum Open {
    Map,
    Join(usize),
    Antijoin(usize),
    Aggregate(Box<Aggregate>),
}

impl<'a> Compile<'a> {
    fn new(plan: &'a Plan, rule: &'a Rule, program: &'a mut Program) -> Self {
        let mut it = Self {
            plan,
            rule,
            program,
            is_constant: vec![false; rule.registers],
            is_set: vec![false; rule.registers],
            is_symbol: vec![false; rule.registers],
            start: Start::Unit,
            links: Vec::new(),
            open: Open::Map,
            stage: Stage::default(),
            is_inner: false,
        };
        for (register, value) in &rule.constants {
            it.is_constant[*register] = true;
            it.set(*register, matches!(value, Value::Text(_)));
        }
        it.stage = it.new_stage();
        it
    }

    fn chain(mut self) -> Chain {
        let steps = &self.rule.steps;
        self.steps(steps, &[]);
        let row = match steps.last() {
            Some(Step::Emit { row }) => row.to_vec(),
            _ => Vec::new(),
        };
        let is_symbol = self.program.relations[self.rule.head].to_vec();
        self.end(Words { registers: row, is_symbol }, Words::default());
        Chain { head: self.rule.head, start: self.start, links: self.links }
    }

    fn set(&mut self, register: Register, is_symbol: bool) {
        self.is_set[register] = true;
        self.is_symbol[register] = is_symbol;
    }

    fn new_stage(&self) -> Stage {
        let (registers, constants) = (self.rule.registers, self.rule.constants.clone());
        Stage { registers, constants, ..Stage::default() }
    }

    /// The registers that `steps` and later steps need, limited to those that already have values.
    fn needed(&self, steps: &[Step], keep: &[Register]) -> Vec<Register> {
        let mut needed = keep.to_vec();
        steps.iter().for_each(|it| uses(it, &mut needed));
        needed.retain(|it| self.is_set[*it] && !self.is_constant[*it]);
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// Ends the open stage and defines the pairs that it produces. Registers in the key are not
    /// repeated in the value.
    fn close(&mut self, key: Words, mut value: Vec<Register>) {
        value.retain(|it| !key.registers.contains(it));
        let value = self.words(value);
        let mut stage = self.new_stage();
        for (position, register) in key.registers.iter().enumerate() {
            if !self.is_constant[*register] {
                stage.load.push((Slot::Key(position), *register));
            }
        }
        let of_value = value.registers.iter().enumerate();
        stage.load.extend(of_value.map(|(at, register)| (Slot::Value(at), *register)));
        self.end(key, value);
        self.stage = stage;
    }

    /// The words of registers, with whether they are symbols.
    fn words(&self, registers: Vec<Register>) -> Words {
        let is_symbol = registers.iter().map(|it| self.is_symbol[*it]).collect();
        Words { registers, is_symbol }
    }

    /// Converts the open stage to a link.
    fn end(&mut self, key: Words, value: Words) {
        let mut closed = std::mem::take(&mut self.stage);
        (closed.key, closed.value) = (key, value);
        let link = match std::mem::replace(&mut self.open, Open::Map) {
            Open::Map => Link::Map(closed),
            Open::Join(index) => Link::Join { index, stage: closed },
            Open::Antijoin(index) => Link::Antijoin { index, stage: closed },
            Open::Aggregate(mut aggregate) => {
                aggregate.stage = closed;
                Link::Aggregate(aggregate)
            }
        };
        self.links.push(link);
    }

    /// Compiles steps, after which the registers in `keep` are needed. The last step ends the chain
    /// and is left to the caller.
    fn steps(&mut self, steps: &[Step], keep: &[Register]) {
        for (position, step) in steps.iter().enumerate() {
            let after = &steps[position + 1..];
            match step {
                Step::Scan { relation, bind, check, .. } => {
                    self.rows(*relation, &[], &[], bind, check, after, keep);
                }
                Step::Probe { relation, index, key, bind, check, .. } => {
                    let columns = &self.plan.whole_relations[*relation].indices[*index];
                    self.rows(*relation, columns, key, bind, check, after, keep);
                }
                Step::Exists { relation, index, key, expected, .. } => {
                    let columns = &self.plan.whole_relations[*relation].indices[*index];
                    self.exists(*relation, columns, key, *expected, after, keep);
                }
                Step::Any { relation, expected, .. } => {
                    self.exists(*relation, &[], &[], *expected, after, keep);
                }
                Step::Contains { relation, row, expected } => {
                    let columns: Vec<usize> = (0..row.len()).collect();
                    self.exists(*relation, &columns, row, *expected, after, keep);
                }
                Step::Aggregate { to, aggregate, kind, steps } => {
                    let of_kind = (*aggregate, *kind);
                    self.aggregate(*to, of_kind, steps, after, keep);
                }
                Step::Compute { to, function, operands, span } => {
                    let (to, function, operands) = (*to, *function, operands.clone());
                    let is_symbol = function.kind() == Some(Primitive::Symbol);
                    self.set(to, is_symbol);
                    self.stage.steps.push(Simple::Compute { to, function, operands, span: *span });
                }
                Step::Compare { comparison, kind, left, right } => {
                    let (comparison, kind, left, right) = (*comparison, *kind, *left, *right);
                    self.stage.steps.push(Simple::Compare { comparison, kind, left, right });
                }
                Step::Test { test, expected, what, text, span } => {
                    let (test, expected, what, text) = (*test, *expected, *what, *text);
                    self.stage.steps.push(Simple::Test { test, expected, what, text, span: *span });
                }
                Step::Range { to, kind, parts } => {
                    self.set(*to, false);
                    let (to, kind, parts) = (*to, *kind, parts.clone());
                    self.stage.steps.push(Simple::Range { to, kind, parts });
                }
                Step::Fail => self.stage.steps.push(Simple::Fail),
                // Only rules that explain a row contain this step, and they are run elsewhere.
                Step::Stop => {}
                // Only variants contain this step.
                Step::Keys { .. } => {}
                Step::Collect { .. } | Step::Emit { .. } => {}
            }
        }
    }

    /// Compiles an aggregate. Its free variables become the key.
    fn aggregate(
        &mut self,
        to: Register,
        (kind, of): (AggregateKind, Primitive),
        steps: &[Step],
        after: &[Step],
        keep: &[Register],
    ) {
        let shared = self.needed(steps, &[]);
        let value = self.needed(after, keep);
        self.close(self.words(shared.clone()), value);
        let mut inner = self.new_stage();
        let keys = shared.iter().enumerate().filter(|it| !self.is_constant[*it.1]);
        inner.load = keys.map(|(at, register)| (Slot::Key(at), *register)).collect();
        let mut outer = std::mem::replace(&mut self.stage, inner);
        let links = std::mem::take(&mut self.links);
        let was_inner = std::mem::replace(&mut self.is_inner, true);
        self.steps(steps, &shared);
        let (of_register, distinct) = match steps.last() {
            Some(Step::Collect { of, distinct }) => (*of, distinct.as_deref()),
            _ => (None, None),
        };
        let collected = of_register.into_iter().chain(distinct.into_iter().flatten().copied());
        let collected = self.words(collected.collect());
        self.end(self.words(shared), collected);
        let inner = std::mem::replace(&mut self.links, links);
        self.is_inner = was_inner;
        let is_extreme = matches!(kind, AggregateKind::Min | AggregateKind::Max);
        self.set(to, is_extreme && of == Primitive::Symbol);
        outer.load.push((Slot::Other(0), to));
        self.stage = outer;
        self.open = Open::Aggregate(Box::new(Aggregate {
            kind,
            of,
            is_distinct: distinct.is_some(),
            has_word: of_register.is_some(),
            inner,
            stage: Stage::default(),
        }));
    }
}

/// Adds the registers that a step reads.
fn uses(step: &Step, found: &mut Vec<Register>) {
    let checked = |it: &Columns| it.iter().map(|it| it.1).collect::<Vec<_>>();
    match step {
        Step::Scan { check, .. } => found.extend(checked(check)),
        Step::Probe { key, check, .. } | Step::Exists { key, check, .. } => {
            found.extend(key);
            found.extend(checked(check));
        }
        Step::Contains { row, .. } | Step::Emit { row } => found.extend(row),
        Step::Compute { operands: parts, .. } | Step::Range { parts, .. } => found.extend(parts),
        Step::Compare { left, right, .. } => found.extend([*left, *right]),
        Step::Test { what, text, .. } => found.extend([*what, *text]),
        Step::Aggregate { steps, .. } => steps.iter().for_each(|it| uses(it, found)),
        Step::Collect { of, distinct } => {
            found.extend(*of);
            found.extend(distinct.iter().flatten());
        }
        Step::Any { .. } | Step::Keys { .. } | Step::Fail | Step::Stop => {}
    }
}
