//! Presents the facts of a solution as sentences.

use points_to::explain::{Claim, RememberedPlace};
use points_to::offsets::Offsets;
use points_to::{
    Analysis, CallEdge, CallSite, Complaint, Context, Fact, Instance, Location, Moment, Node,
    Variable, VariableOf,
};

use super::lookup::behind;
use super::names::Names;

/// Presents facts as sentences.
pub struct Wording<'n, 'a> {
    analysis: &'n Analysis<'a>,
    names: &'n Names<'a>,
}

impl<'n, 'a> Wording<'n, 'a> {
    /// Creates the wording for this module.
    pub fn new(analysis: &'n Analysis<'a>, names: &'n Names<'a>) -> Self {
        Self { analysis, names }
    }

    /// An error in a solution, as a sentence about the result.
    pub fn complaint(&self, complaint: Complaint) -> String {
        match complaint {
            Complaint::Malformed(list) => {
                format!(
                    "its list `{list}` is not sorted, or refers to something that does not exist"
                )
            }
            Complaint::Missing(fact) => {
                format!("it lacks a fact that the rules derive: {}", self.fact(fact))
            }
            Complaint::Unjustified(fact) => {
                format!("it has a fact that no rule derives: {}", self.fact(fact))
            }
        }
    }

    /// The claim of a step in a derivation, as a sentence.
    pub fn claim(&self, claim: Claim) -> String {
        let function = |function| self.names.full_function(function);
        match claim {
            Claim::Fact(fact) => self.fact(fact),
            Claim::Opaque(instance) => {
                format!("the contents of {} are not tracked", self.object(instance))
            }
            Claim::Remembered(RememberedPlace::Variable(variable), it) => {
                format!("{} may be {}", self.variable(variable), function(it))
            }
            Claim::Remembered(RememberedPlace::Cell(cell), it) => {
                format!("{} may be {}", self.held(cell), function(it))
            }
            Claim::Remembered(RememberedPlace::Offset(offset, at), it) => {
                let at = at.map(|at| format!(" at {},", self.held(at))).unwrap_or_default();
                let function = function(it);
                format!(
                    "{function} is stored{at} {offset} bytes after a pointer to memory that has \
                     escaped"
                )
            }
            Claim::MayCall(instruction, it) => {
                let place = self.names.place(instruction);
                let place = place.map(|it| format!(" ({it})")).unwrap_or_default();
                let id = self.analysis.facts.symbol(instruction);
                format!("the call {id}{place} may run {}", function(it))
            }
        }
    }

    /// A fact as a sentence.
    pub fn fact(&self, fact: Fact) -> String {
        let names = self.names;
        match fact {
            Fact::Reachable(function, context) => {
                format!("{} may run{}", names.full_function(function), self.context(context))
            }
            Fact::PointsTo(node, target) => {
                format!("{} may point to {}", self.node(node), self.location(target))
            }
            Fact::Stored(location, target) => {
                format!("{} may hold a pointer to {}", self.held(location), self.location(target))
            }
            Fact::Calls(CallEdge { site, context, function, .. }) => format!(
                "the call {}{} may run {}",
                self.site(site),
                self.context(context),
                names.full_function(function)
            ),
            Fact::Escaped(instance) => {
                format!("{} may escape to external code", self.object(instance))
            }
        }
    }

    fn node(&self, node: Node) -> String {
        self.variable(node.variable) + &self.context(node.context)
    }

    /// A variable of the constraints.
    pub fn variable(&self, variable: Variable) -> String {
        let names = self.names;
        let info = self.analysis.constraints.variables.get(variable.0 as usize);
        let part = |part: u32| match part {
            0 => String::new(),
            part => format!(", byte {part}"),
        };
        let content = |object, offset| {
            let instance = Instance { object, context: Context::EMPTY };
            names.content(Location { instance, offsets: Offsets::At(offset) })
        };
        let Some(info) = info else { return "something".to_owned() };
        match info.of {
            VariableOf::Fixed => match variable {
                Variable::EXTERNAL => "external code".to_owned(),
                Variable::CAPTURED => "a pointer passed to external code".to_owned(),
                _ => "a thrown exception".to_owned(),
            },
            VariableOf::Thrown { r#type } => {
                format!("an exception thrown as {}", names.value_id(r#type))
            }
            VariableOf::Caught { r#type } => {
                format!("an exception caught as {}", names.value_id(r#type))
            }
            VariableOf::Callable { function } => {
                format!("the callable of std::call_once in {}", names.full_function(function))
            }
            VariableOf::Value { value, part: byte } => {
                names.value_id(value) + &part(byte) + &behind(names, value)
            }
            VariableOf::Along { value, part: byte, edge } => {
                let value = names.value_id(value) + &part(byte) + &behind(names, value);
                format!("{value}, along edge {edge},")
            }
            VariableOf::Incoming { function, position }
            | VariableOf::Parameter { function, position } => {
                format!("argument {position} of {}", names.full_function(function))
            }
            VariableOf::Return { function, part: byte } => {
                format!("the return value of {}{}", names.full_function(function), part(byte))
            }
            VariableOf::Variadic { function } => {
                format!("the variable arguments of {}", names.full_function(function))
            }
            VariableOf::Held { function, object, offset, moment } => {
                let when = match moment {
                    Moment::Begins | Moment::BeginsAnyhow => "begins",
                    Moment::Ends | Moment::EndsAnyhow => "ends",
                };
                format!("{} when {} {when}", content(object, offset), names.full_function(function))
            }
            VariableOf::Content { object, offset } | VariableOf::OwnContent { object, offset } => {
                content(object, offset)
            }
            VariableOf::Temporary => {
                let owner = info.owner.map(|it| format!(" in {}", names.full_function(it)));
                format!("an intermediate value{}", owner.unwrap_or_default())
            }
        }
    }

    /// The target of a pointer to this location, with the id of its object.
    pub fn location(&self, location: Location) -> String {
        with_id(self.names.location(location), self.names.object_id(location.instance))
    }

    /// The content of a location.
    pub fn held(&self, location: Location) -> String {
        with_id(self.names.content(location), self.names.object_id(location.instance))
    }

    fn object(&self, instance: Instance) -> String {
        let offsets = Offsets::At(0);
        self.location(Location { instance, offsets })
    }

    fn site(&self, site: CallSite) -> String {
        let id = self.names.site_id(site);
        match self.names.site_place(site) {
            Some(place) => format!("{id} ({place})"),
            None => id,
        }
    }

    fn context(&self, context: Context) -> String {
        let sites: Vec<_> = context.sites().map(|site| self.site(site)).collect();
        if sites.is_empty() {
            String::new()
        } else {
            format!(", called at {}", sites.join(" from "))
        }
    }
}

fn with_id(name: String, id: String) -> String {
    if name.starts_with(&id) { name } else { format!("{name} ({id})") }
}
