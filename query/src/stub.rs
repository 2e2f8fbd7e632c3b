#![allow(missing_docs, unused_variables)]
use crate::{diagnostic::Diagnostic, source::Source, syntax::*, value::*};
pub struct Plan {
    outputs: Vec<Output>,
}
pub struct Output {
    pub name: String,
    pub columns: Vec<(String, Kind)>,
    pub only_size: bool,
}
impl Plan {
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }
    pub fn inputs(&self) -> &[String] {
        &[]
    }
}
pub struct Answer(Table);
impl Answer {
    pub fn table(&self, name: &str) -> &Table {
        &self.0
    }
}
pub fn check(program: &Program, source: &dyn Source) -> Result<Plan, Vec<Diagnostic>> {
    Ok(Plan { outputs: vec![] })
}
pub fn run(
    plan: &Plan,
    source: &mut dyn Source,
    symbols: &mut Symbols,
) -> Result<Answer, std::io::Error> {
    todo!()
}
