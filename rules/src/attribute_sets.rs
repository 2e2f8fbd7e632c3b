//! The sets of attributes of a module, and where each of them stands.

use facts_schema::{
    AttributeId, CallInstruction, EntityId, Facts, FunctionId, InstructionId, Text, TypeId, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bridge::text;
use crate::rule::Rule;
use crate::sample::Sample;
use crate::violation::{Detail, Subject, Violation};

/// What attributes say something of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The function or call itself.
    Function,
    /// A parameter or argument.
    Parameter,
    /// The result.
    Result,
}

/// What has attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearer {
    /// A function.
    Function(FunctionId),
    /// A call in the sample.
    Call(InstructionId),
}

/// A set of attributes; all of the same content have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub u32);

/// A set at a place, of a value of some type; all that agree in this have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing(pub u32);

/// One of the things that have a set of attributes.
#[derive(Clone, Copy)]
pub struct Use {
    /// What has them.
    pub bearer: Bearer,
    /// What of it they are about.
    pub place: Place,
    /// Which parameter, and else 0.
    pub position: u32,
    /// The set.
    pub set: SetId,
    /// The set, the place and the type.
    pub standing: Standing,
}

/// The sets of attributes of a module, and where each of them stands.
#[derive(Default)]
pub struct Sets {
    /// All that have attributes.
    pub uses: Vec<Use>,
    sets: Vec<Vec<AttributeId>>,
    /// A set, where it stands, and the type of the value it says something of.
    standings: Vec<(SetId, Place, Option<TypeId>)>,
    /// The name of each attribute, and of a string attribute, its value.
    names: Vec<(Text, Option<Text>)>,
    /// By standing: the first of the same set at the same place.
    first_alike: Vec<Standing>,
    first_at_place: FxHashMap<(SetId, Place), Standing>,
    numbers: FxHashMap<Vec<AttributeId>, SetId>,
    standing_numbers: FxHashMap<(SetId, Place, Option<TypeId>), Standing>,
}

impl Sets {
    /// The sets of the functions, and of the calls in the sample.
    pub fn of(facts: &Facts, sample: &Facts) -> Self {
        let mut sets = Self { names: names(facts), ..Self::default() };
        let types = Signatures::of(facts);
        sets.add_functions(facts, &types);
        sets.add_calls(facts, sample, &types);
        sets
    }

    /// A set, where it stands, and the type of the value that it says something of.
    pub fn standings(&self) -> impl Iterator<Item = (Standing, &(SetId, Place, Option<TypeId>))> {
        (0..).map(Standing).zip(&self.standings)
    }

    /// The attributes of a set that are not string attributes, and their names.
    pub fn words_of<'a>(
        &self,
        facts: &'a Facts,
        set: SetId,
    ) -> impl Iterator<Item = (AttributeId, &'a str)> {
        self.attributes_of(set).filter_map(|(attribute, name, value)| match value {
            None => Some((attribute, text(facts, name))),
            Some(_) => None,
        })
    }

    /// The string attributes of a set, their names and values.
    pub fn strings_of<'a>(
        &self,
        facts: &'a Facts,
        set: SetId,
    ) -> impl Iterator<Item = (AttributeId, &'a str, &'a str)> {
        self.attributes_of(set).filter_map(|(attribute, name, value)| {
            Some((attribute, text(facts, name), text(facts, value?)))
        })
    }

    fn attributes_of(&self, set: SetId) -> impl Iterator<Item = (AttributeId, Text, Option<Text>)> {
        self.sets.get(set.0 as usize).into_iter().flatten().filter_map(|&attribute| {
            let (name, value) = *self.names.get(attribute.index())?;
            Some((attribute, name, value))
        })
    }

    /// Whether there is an attribute of this name that is no string attribute.
    pub fn has_word(&self, facts: &Facts, name: &str) -> bool {
        self.names.iter().any(|&(it, value)| value.is_none() && text(facts, it) == name)
    }

    fn add_functions(&mut self, facts: &Facts, types: &Signatures) {
        let type_of = |function: FunctionId| {
            facts.function.get(function.index()).map(|row| row.function_type)
        };
        for rows in facts.function_attribute.chunk_by(|one, other| one.function == other.function) {
            let bearer = Bearer::Function(rows[0].function);
            self.add(bearer, Place::Function, 0, None, rows.iter().map(|row| row.attribute));
        }
        for rows in facts.return_attribute.chunk_by(|one, other| one.function == other.function) {
            let function = rows[0].function;
            let r#type = type_of(function).and_then(|it| types.result(it));
            let attributes = rows.iter().map(|row| row.attribute);
            self.add(Bearer::Function(function), Place::Result, 0, r#type, attributes);
        }
        for rows in facts
            .parameter_attribute
            .chunk_by(|one, other| (one.function, one.position) == (other.function, other.position))
        {
            let (function, position) = (rows[0].function, rows[0].position);
            let r#type = type_of(function).and_then(|it| types.parameter(it, position));
            let attributes = rows.iter().map(|row| row.attribute);
            self.add(Bearer::Function(function), Place::Parameter, position, r#type, attributes);
        }
    }

    fn add_calls(&mut self, facts: &Facts, sample: &Facts, types: &Signatures) {
        let calls: FxHashMap<InstructionId, &CallInstruction> =
            sample.call_instruction.iter().map(|row| (row.instruction, row)).collect();
        let type_of = |call: InstructionId| calls.get(&call).map(|row| row.function_type);
        for rows in
            sample.call_attribute.chunk_by(|one, other| one.instruction == other.instruction)
        {
            let bearer = Bearer::Call(rows[0].instruction);
            self.add(bearer, Place::Function, 0, None, rows.iter().map(|row| row.attribute));
        }
        for rows in
            sample.call_return_attribute.chunk_by(|one, other| one.instruction == other.instruction)
        {
            let call = rows[0].instruction;
            let r#type = type_of(call).and_then(|it| types.result(it));
            let attributes = rows.iter().map(|row| row.attribute);
            self.add(Bearer::Call(call), Place::Result, 0, r#type, attributes);
        }
        // Variable arguments have the types that they have.
        let arguments: FxHashMap<(InstructionId, u32), ValueId> = sample
            .call_argument
            .iter()
            .map(|row| ((row.instruction, row.position), row.argument))
            .collect();
        for rows in sample.call_argument_attribute.chunk_by(|one, other| {
            (one.instruction, one.position) == (other.instruction, other.position)
        }) {
            let (call, position) = (rows[0].instruction, rows[0].position);
            let of_argument = || {
                let argument = arguments.get(&(call, position))?;
                Some(facts.value.get(argument.index())?.r#type)
            };
            let of_parameter = type_of(call).and_then(|it| types.parameter(it, position));
            let r#type = of_parameter.or_else(of_argument);
            let attributes = rows.iter().map(|row| row.attribute);
            self.add(Bearer::Call(call), Place::Parameter, position, r#type, attributes);
        }
    }

    fn add(
        &mut self,
        bearer: Bearer,
        place: Place,
        position: u32,
        r#type: Option<TypeId>,
        attributes: impl Iterator<Item = AttributeId>,
    ) {
        let attributes: Vec<AttributeId> = attributes.collect();
        let set = match self.numbers.get(&attributes) {
            Some(&known) => known,
            None => {
                let new = SetId(self.sets.len() as u32);
                self.sets.push(attributes.clone());
                self.numbers.insert(attributes, new);
                new
            }
        };
        let key = (set, place, r#type);
        let standing = *self.standing_numbers.entry(key).or_insert_with(|| {
            let new = Standing(self.standings.len() as u32);
            self.standings.push(key);
            let first = self.first_at_place.entry((set, place)).or_insert(new);
            self.first_alike.push(*first);
            new
        });
        self.uses.push(Use { bearer, place, position, set, standing });
    }

    /// The first standing of the same set at the same place, whatever the type.
    pub fn first_alike(&self, standing: Standing) -> Standing {
        self.first_alike.get(standing.0 as usize).copied().unwrap_or(standing)
    }

    /// What is wrong with standings, said of all that have them.
    pub fn everywhere(
        &self,
        facts: &Facts,
        sample: &Sample,
        broken: impl Iterator<Item = (Rule, Standing, Detail)>,
    ) -> Vec<Violation> {
        self.of_all_uses(facts, sample, broken, |standing| standing)
    }

    /// What is wrong with the first standing of a set at a place, said of all that have the set at
    /// such a place.
    pub fn everywhere_alike(
        &self,
        facts: &Facts,
        sample: &Sample,
        broken: impl Iterator<Item = (Rule, Standing, Detail)>,
    ) -> Vec<Violation> {
        self.of_all_uses(facts, sample, broken, |standing| self.first_alike(standing))
    }

    fn of_all_uses(
        &self,
        facts: &Facts,
        sample: &Sample,
        broken: impl Iterator<Item = (Rule, Standing, Detail)>,
        stands_for: impl Fn(Standing) -> Standing,
    ) -> Vec<Violation> {
        let mut found: FxHashMap<Standing, Vec<(Rule, Detail)>> = FxHashMap::default();
        for (rule, standing, detail) in broken {
            found.entry(standing).or_default().push((rule, detail));
        }
        if found.is_empty() {
            return Vec::new();
        }
        let subjects = Subjects::of(facts, self.uses.iter().map(|it| it.bearer));
        let violations = self.uses.iter().flat_map(|it| {
            let subject = subjects.subject(it.bearer, it.place, it.position);
            let found = found.get(&stands_for(it.standing)).into_iter().flatten();
            found.map(move |&(rule, detail)| Violation { subject, rule, detail })
        });
        sample.everywhere(violations.collect::<Vec<_>>())
    }
}

/// The name of each attribute, and of a string attribute, its value.
fn names(facts: &Facts) -> Vec<(Text, Option<Text>)> {
    let mut names: Vec<_> = facts.attribute.iter().map(|row| (row.name, None)).collect();
    for row in &facts.attribute_string {
        if let Some(entry) = names.get_mut(row.attribute.index()) {
            entry.1 = Some(row.string);
        }
    }
    names
}

/// What violations speak of.
pub struct Subjects {
    arguments: FxHashMap<(FunctionId, u32), ValueId>,
}

impl Subjects {
    /// Of some functions and calls.
    pub fn of(facts: &Facts, bearers: impl Iterator<Item = Bearer>) -> Self {
        let functions: FxHashSet<FunctionId> = bearers
            .filter_map(|bearer| match bearer {
                Bearer::Function(function) => Some(function),
                Bearer::Call(_) => None,
            })
            .collect();
        if functions.is_empty() {
            return Self { arguments: FxHashMap::default() };
        }
        let arguments = facts.argument.iter().filter(|row| functions.contains(&row.function));
        let arguments = arguments.map(|row| ((row.function, row.position), row.value));
        Self { arguments: arguments.collect() }
    }

    /// The function, parameter, call or argument that has the attributes.
    pub fn subject(&self, bearer: Bearer, place: Place, position: u32) -> Subject {
        match bearer {
            Bearer::Function(function) if place == Place::Parameter => {
                let argument = self.arguments.get(&(function, position));
                argument.map_or(Subject::Function(function), |&value| Subject::Value(value))
            }
            Bearer::Function(function) => Subject::Function(function),
            Bearer::Call(call) if place == Place::Parameter => Subject::Operand(call, position),
            Bearer::Call(call) => Subject::Instruction(call),
        }
    }
}

/// The types of results and parameters, by the function type.
pub struct Signatures {
    results: FxHashMap<TypeId, TypeId>,
    parameters: FxHashMap<(TypeId, u32), TypeId>,
}

impl Signatures {
    /// Those of all function types.
    pub fn of(facts: &Facts) -> Self {
        let results = facts.function_type.iter().map(|row| (row.r#type, row.return_type));
        let parameters = facts.function_type_parameter.iter();
        Self {
            results: results.collect(),
            parameters: parameters
                .map(|row| ((row.r#type, row.position), row.parameter_type))
                .collect(),
        }
    }

    fn result(&self, function_type: TypeId) -> Option<TypeId> {
        self.results.get(&function_type).copied()
    }

    fn parameter(&self, function_type: TypeId, position: u32) -> Option<TypeId> {
        self.parameters.get(&(function_type, position)).copied()
    }
}
