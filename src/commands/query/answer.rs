//! Which parts of an answer are printed, and where.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use facts_schema::{Format, TableFormat, folder};
use query::plan::{Output, Plan};
use query::print::{Printed, Printer, declarations};
use query::syntax::DirectiveKind;
use query::value::Table;

use crate::message::Phase;
use crate::options::answer::{Target, no_name};
use crate::output::Answer;
use crate::worker::Worker;

/// The positions of the outputs that are printed. Text prints all outputs, tables have rows, and JSON has the
/// number of rows where there are none.
pub fn printed_in(format: Format, plan: &Plan) -> Vec<usize> {
    let outputs = plan.outputs();
    let has_rows = |at: usize| outputs[at].directive == DirectiveKind::Output;
    let is_output_too =
        |name: &str| (0..outputs.len()).any(|at| has_rows(at) && outputs[at].name == name);
    let is_printed = |at: &usize| match format {
        Format::Text => true,
        Format::Table(_) => has_rows(*at),
        _ => has_rows(*at) || !is_output_too(&outputs[*at].name),
    };
    (0..outputs.len()).filter(is_printed).collect()
}

/// An output, to be printed.
pub fn printed<'a>(output: &'a Output, rows: &'a Table) -> Printed<'a> {
    Printed {
        name: &output.name,
        columns: output.columns.iter().map(|(name, kind)| (name.as_str(), *kind)).collect(),
        rows,
        only_size: output.directive == DirectiveKind::PrintSize,
    }
}

/// Prints the relations, or writes them to a folder.
pub fn print(
    worker: &Worker,
    target: Target,
    printer: &Printer,
    relations: &[Printed],
) -> anyhow::Result<Answer> {
    let table = |format, relation: &Printed, output: &mut dyn Write| match format {
        TableFormat::Csv => printer.csv(relation, output),
        TableFormat::Souffle => printer.souffle(relation, output),
    };
    if let Target::Folder(folder, format) = target {
        worker.enter(Phase::Writing);
        let temporary = worker.temporary_folder().ok_or_else(|| no_name(folder))?;
        folder::create(folder, temporary, false, |temporary| {
            for relation in relations {
                let name = format.file_name(relation.name);
                let write = || -> io::Result<()> {
                    let mut file = BufWriter::new(File::create_new(temporary.join(&name))?);
                    table(format, relation, &mut file)?;
                    file.flush()
                };
                write().map_err(|error| (name.clone(), error))?;
            }
            if format == TableFormat::Souffle {
                let name = "schema.dl";
                let written = fs::write(temporary.join(name), declarations(relations));
                written.map_err(|error| (name.to_string(), error))?;
            }
            Ok(())
        })?;
        return Ok(Answer::default());
    }
    worker.print(|output| match target {
        Target::Text | Target::Folder(..) => printer.text(relations, output),
        Target::Json(None) => printer.json(relations, output),
        Target::Json(Some(relation)) => printer.json(&relations[relation..=relation], output),
        Target::Table(relation, format) => table(format, &relations[relation], output),
    })
}
