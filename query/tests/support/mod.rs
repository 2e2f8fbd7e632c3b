//! Parses programs, provides a source with given rows, and converts answers to texts.
#![allow(dead_code, reason = "each test uses some of it")]

use query::dataflow::{self, Cluster, Live};
use query::explain::Explanation;
use query::plan::{Output, Plan};
use query::run::Answer;
use query::source::{KnownType, Signature, Source};
use query::syntax::{DirectiveKind, Program};
use query::texts::Texts;
use query::value::{Primitive, Symbols, Table, Word};

/// The name of a relation, its columns with their types, and its rows.
type Given = (String, Vec<(String, String)>, Vec<Vec<String>>);

/// Relations given as rows of texts.
#[derive(Default)]
pub struct Rows {
    pub types: Vec<KnownType>,
    pub relations: Vec<Given>,
    pub loaded: Vec<String>,
}

impl Rows {
    /// Adds a relation: `edge(x: symbol, y: symbol)` and rows of texts.
    pub fn with(mut self, name: &str, columns: &[(&str, &str)], rows: &[&[&str]]) -> Self {
        let columns =
            columns.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect();
        let rows = rows.iter().map(|it| it.iter().map(|it| (*it).to_owned()).collect()).collect();
        self.relations.push((name.to_owned(), columns, rows));
        self
    }

    fn kind(&self, name: &str) -> Primitive {
        match name {
            "number" => Primitive::Number,
            "unsigned" => Primitive::Unsigned,
            "float" => Primitive::Float,
            _ => {
                self.types.iter().find(|it| it.name == name).map_or(Primitive::Symbol, |it| it.kind)
            }
        }
    }
}

impl Source for Rows {
    fn types(&self) -> Vec<KnownType> {
        self.types.clone()
    }

    fn names(&self) -> Vec<String> {
        self.relations.iter().map(|it| it.0.clone()).collect()
    }

    fn signature(&self, relation: &str) -> Option<Signature> {
        let found = self.relations.iter().find(|it| it.0 == relation)?;
        Some(Signature { columns: found.1.clone() })
    }

    fn load(
        &mut self,
        relation: &str,
        wanted: &[usize],
        symbols: &mut Symbols,
    ) -> Result<Table, String> {
        self.loaded.push(relation.to_owned());
        let (_, columns, rows) =
            self.relations.iter().find(|it| it.0 == relation).ok_or("not there")?;
        let mut table = Table::new(wanted.len());
        for row in rows {
            let cell = |it: &usize| word(&row[*it], self.kind(&columns[*it].1), symbols);
            let words: Vec<Word> = wanted.iter().map(cell).collect();
            table.push(&words);
        }
        Ok(table)
    }
}

fn word(text: &str, kind: Primitive, symbols: &mut Symbols) -> Word {
    match kind {
        Primitive::Symbol => symbols.intern(text.as_bytes()),
        Primitive::Number => text.parse::<i32>().expect("a number") as Word,
        Primitive::Unsigned => text.parse().expect("an unsigned number"),
        Primitive::Float => text.parse::<f32>().expect("a number").to_bits(),
    }
}

/// A value as Soufflé prints it.
pub fn show(word: Word, kind: Primitive, symbols: &Symbols) -> String {
    match kind {
        Primitive::Symbol => String::from_utf8_lossy(symbols.text(word)).into_owned(),
        Primitive::Number => (word as i32).to_string(),
        Primitive::Unsigned => word.to_string(),
        Primitive::Float => f32::from_bits(word).to_string(),
    }
}

/// For each output, its name and its rows.
pub type Outputs = Vec<(String, Vec<String>)>;

/// Checks and runs a program on all executors, whose results must agree. Returns the name and the
/// rows of each output, with spaces between columns.
pub fn run(text: &str, source: &mut Rows) -> Result<Outputs, String> {
    run_program(&parse(text), text, source)
}

/// Like [`run`], for a program that has been parsed from the text.
pub fn run_program(program: &Program, text: &str, source: &mut Rows) -> Result<Outputs, String> {
    let plan = Plan::of(program, source).map_err(|them| {
        them.into_iter()
            .map(|it| {
                let place = &text[it.span.start as usize..it.span.end as usize];
                let help = it.help.map(|it| format!(" ({it})")).unwrap_or_default();
                format!("{place}: {}{help}", it.message)
            })
            .collect::<Vec<_>>()
            .join("\n")
    })?;
    let loaded = source.loaded.clone();
    let mut symbols = Symbols::default();
    let answer = query::run::run(&plan, source, &mut symbols).map_err(|it| it.to_string());
    let found = answer.map(|it| shown(&plan, &it, &symbols));
    for workers in [1, 2] {
        source.loaded.clone_from(&loaded);
        let other = run_dataflow(&plan, source, workers);
        assert_eq!(other, found, "with {workers} workers of the dataflow of\n{text}");
    }
    if !text.contains(".limitsize") {
        source.loaded = loaded;
        assert_eq!(run_live(&plan, source), found, "with the live dataflow of\n{text}");
    }
    found
}

/// Runs a plan on the other executor.
fn run_dataflow(plan: &Plan, source: &mut Rows, workers: usize) -> Result<Outputs, String> {
    let mut symbols = Symbols::default();
    let tables = plan.inputs().iter().map(|it| query::run::load(it, source, &mut symbols));
    let tables = tables.collect::<Result<_, _>>().map_err(|it| it.to_string())?;
    let cluster = Cluster::threads(workers);
    let connected = dataflow::connect(plan, &cluster);
    let result = connected.and_then(|it| dataflow::run(plan, tables, symbols, it));
    let (answer, symbols) = result.map_err(|it| it.to_string())?;
    Ok(shown(plan, &answer.expect("process 0 has the answer"), &symbols))
}

/// Runs a plan on a dataflow whose inputs are initially empty and then receive their rows.
fn run_live(plan: &Plan, source: &mut Rows) -> Result<Outputs, String> {
    let mut live = Live::new(plan, Symbols::default()).map_err(|it| it.to_string())?;
    let inputs = plan.inputs();
    let none: Vec<Table> = inputs.iter().map(|it| Table::new(it.columns.len())).collect();
    let before = live.update(&none);
    let load = |symbols: &mut Symbols| {
        inputs.iter().map(|it| query::run::load(it, source, symbols)).collect::<Result<Vec<_>, _>>()
    };
    let tables = live.add_symbols(load).map_err(|it| it.to_string())?;
    let after = live.update(&tables).map_err(|it| it.to_string())?;
    // Rows that follow from empty inputs may not follow from others.
    let mut rows: Vec<Vec<Vec<Word>>> = vec![Vec::new(); plan.outputs().len()];
    for changes in before.iter().chain([&after]) {
        for (rows, removed) in rows.iter_mut().zip(&changes.removed) {
            for row in removed.rows() {
                let at = rows.iter().position(|it| it == row).expect("only rows are removed");
                rows.remove(at);
            }
        }
        for (rows, added) in rows.iter_mut().zip(&changes.added) {
            assert!(added.rows().all(|it| !rows.iter().any(|row| row == it)), "added twice");
            rows.extend(added.rows().map(<[Word]>::to_vec));
        }
    }
    live.with_symbols(|symbols| {
        let table = |(rows, output): (&Vec<Vec<Word>>, &Output)| {
            let mut table = Table::new(output.columns.len());
            let mut rows = rows.clone();
            let value = |word: Word, kind| match kind {
                Primitive::Symbol => (0.0, symbols.text(word)),
                Primitive::Number => (f64::from(word as i32), &[][..]),
                Primitive::Unsigned => (f64::from(word), &[][..]),
                Primitive::Float => (f64::from(f32::from_bits(word)), &[][..]),
            };
            let key = |row: &Vec<Word>| -> Vec<_> {
                row.iter().zip(&output.columns).map(|(it, column)| value(*it, column.1)).collect()
            };
            rows.sort_by(|one, other| key(one).partial_cmp(&key(other)).expect("no NaN"));
            rows.iter().for_each(|it| table.push(it));
            table
        };
        let tables = rows.iter().zip(plan.outputs()).map(table).collect();
        Ok(shown(plan, &Answer { tables }, symbols))
    })
}

/// The name and the rows of each output.
pub fn shown(plan: &Plan, answer: &Answer, symbols: &Symbols) -> Outputs {
    let mut outputs = Vec::new();
    for (output, table) in plan.outputs().iter().zip(&answer.tables) {
        if output.directive == DirectiveKind::PrintSize {
            outputs.push((output.name.clone(), vec![table.len().to_string()]));
            continue;
        }
        let row = |row: &[Word]| {
            let words =
                row.iter().zip(&output.columns).map(|(it, column)| show(*it, column.1, symbols));
            words.collect::<Vec<_>>().join(" ")
        };
        outputs.push((output.name.clone(), table.rows().map(row).collect()));
    }
    outputs
}

/// The rows of the only output of a program that does not need a source.
pub fn rows(text: &str) -> Vec<String> {
    run(text, &mut Rows::default()).unwrap_or_else(|it| panic!("{it}")).remove(0).1
}

/// The errors of a program.
pub fn errors(text: &str, source: &mut Rows) -> String {
    run(text, source).expect_err("a mistake")
}

/// Parses a program whose text has no errors.
pub fn parse(text: &str) -> Program {
    let mut texts = Texts::new();
    let main = texts.add("program.dl", text);
    query::parse(&mut texts, main)
        .unwrap_or_else(|it| panic!("{}", query::render(&texts, &it, false)))
}

/// The explanation of a row in the answer of a program.
pub fn explain(
    program: &Program,
    row: &str,
    source: &mut Rows,
    max_steps: usize,
) -> Result<Explanation, String> {
    let goal = parse(&format!("{row}.")).clauses.remove(0).heads.remove(0);
    let plan = Plan::traced(program, source)
        .map_err(|them| them.into_iter().map(|it| it.message).collect::<Vec<_>>().join("; "))?;
    query::explain::explain(&plan, source, &mut Symbols::default(), &goal, max_steps)
        .map_err(|error| format!("{error:?}"))
}
