//! Reads a table, sends its rows through the configured steps, and prints them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Write as _};
use std::io::{Read, Write};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;

use clap::{Arg, ArgAction, Command};
use rayon::prelude::*;
use regex::{Captures, Regex, RegexSet};
use serde_json::{Value, json};

type Row = BTreeMap<String, Value>;
type Failure = Box<dyn Error + Send + Sync>;

const TABLE: &str = "name,size,kind\nanchor,12,tool\nbolt,3.5,part\n\"cog, large\",40,part\ndrill,x,tool\nengine,900,\n";

const CONFIGURATION: &str = r#"
    [[step]]
    kind = "filter"
    pattern = "^[a-d]"
    [[step]]
    kind = "rewrite"
    pattern = '(?P<first>\w)(\w+)'
    [[step]]
    kind = "scale"
    factor = 2.5
    [[step]]
    kind = "classify"
    patterns = ["^an", "(?i)LARGE", "l{2}"]
"#;

/// A step: transforms a row, or removes it.
trait Step: Send + Sync {
    fn apply(&self, row: Row) -> Result<Option<Row>, Failure>;
    fn name(&self) -> &str {
        "step"
    }
}

struct Filter(Regex);

impl Step for Filter {
    fn apply(&self, row: Row) -> Result<Option<Row>, Failure> {
        Ok(self.0.is_match(text(&row, "name")).then_some(row))
    }
    fn name(&self) -> &str {
        "filter"
    }
}

struct Classify(RegexSet);

impl Step for Classify {
    fn apply(&self, mut row: Row) -> Result<Option<Row>, Failure> {
        let classes: Vec<_> = self.0.matches(text(&row, "name")).iter().collect();
        row.insert("classes".to_owned(), json!(classes));
        Ok(Some(row))
    }
}

/// A step that calls a closure.
struct Change<F>(F, &'static str);

impl<F: Fn(&mut Row) -> Result<(), Failure> + Send + Sync> Step for Change<F> {
    fn apply(&self, mut row: Row) -> Result<Option<Row>, Failure> {
        (self.0)(&mut row)?;
        Ok(Some(row))
    }
    fn name(&self) -> &str {
        self.1
    }
}

#[derive(Debug)]
enum Problem {
    Unknown(String),
    Number(std::num::ParseFloatError),
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no step {name:?}"),
            Self::Number(_) => f.write_str("no number"),
        }
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unknown(_) => None,
            Self::Number(error) => Some(error),
        }
    }
}

fn text<'a>(row: &'a Row, column: &str) -> &'a str {
    row.get(column).and_then(Value::as_str).unwrap_or_default()
}

type Maker = fn(&toml::Table) -> Result<Box<dyn Step>, Failure>;

fn makers() -> &'static BTreeMap<&'static str, Maker> {
    static MAKERS: OnceLock<BTreeMap<&str, Maker>> = OnceLock::new();
    MAKERS.get_or_init(|| {
        BTreeMap::from([
            ("filter", (|table| Ok(Box::new(Filter(regex_of(table)?)) as Box<dyn Step>)) as Maker),
            ("rewrite", |table| {
                let regex = regex_of(table)?;
                Ok(Box::new(Change(
                    move |row: &mut Row| {
                        let name = text(row, "name");
                        let name = regex.replace_all(name, |it: &Captures| {
                            format!("{}{}", it[1].to_uppercase(), &it[2])
                        });
                        let name = name.into_owned();
                        row.insert("name".to_owned(), name.into());
                        Ok(())
                    },
                    "rewrite",
                )))
            }),
            ("scale", |table| {
                let factor = table["factor"].as_float().unwrap_or(1.0);
                Ok(Box::new(Change(
                    move |row: &mut Row| {
                        let size: f64 = text(row, "size").parse().map_err(Problem::Number)?;
                        row.insert("size".to_owned(), json!(size * factor));
                        Ok(())
                    },
                    "scale",
                )))
            }),
            ("classify", |table| {
                let patterns = table["patterns"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(toml::Value::as_str);
                Ok(Box::new(Classify(RegexSet::new(patterns)?)))
            }),
        ])
    })
}

fn regex_of(table: &toml::Table) -> Result<Regex, regex::Error> {
    Regex::new(table["pattern"].as_str().unwrap_or_default())
}

fn steps(configuration: &str) -> Result<Vec<Box<dyn Step>>, Failure> {
    let configuration: toml::Table = configuration.parse()?;
    let tables =
        configuration["step"].as_array().into_iter().flatten().filter_map(toml::Value::as_table);
    tables
        .map(|table| {
            let kind = table["kind"].as_str().unwrap_or_default();
            let make = makers().get(kind).ok_or_else(|| Problem::Unknown(kind.to_owned()))?;
            make(table)
        })
        .collect()
}

fn rows(table: impl Read) -> Result<Vec<Row>, csv::Error> {
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers()?.clone();
    let row = |record: csv::StringRecord| {
        header.iter().map(str::to_owned).zip(record.iter().map(Value::from)).collect()
    };
    reader.records().map(|record| record.map(row)).collect()
}

/// The destination of the output.
trait Sink {
    fn row(&mut self, row: &Row) -> Result<(), Failure>;
}

struct Json<W>(W);

impl<W: Write> Sink for Json<W> {
    fn row(&mut self, row: &Row) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut self.0, row)?;
        Ok(writeln!(self.0)?)
    }
}

struct Table<W: Write>(csv::Writer<W>);

impl<W: Write> Sink for Table<W> {
    fn row(&mut self, row: &Row) -> Result<(), Failure> {
        Ok(self.0.write_record(row.values().map(Value::to_string))?)
    }
}

fn run(configuration: &str, sinks: &mut [Box<dyn Sink>]) -> Result<(), Failure> {
    let steps = steps(configuration)?;
    let count = AtomicUsize::new(0);
    let results: Vec<Result<Option<Row>, Failure>> = rows(TABLE.as_bytes())?
        .into_par_iter()
        .map(|row| {
            count.fetch_add(1, Ordering::Relaxed);
            steps
                .iter()
                .try_fold(Some(row), |row, step| row.map_or(Ok(None), |row| step.apply(row)))
        })
        .collect();
    for result in results {
        match result {
            Ok(row) => row
                .iter()
                .try_for_each(|row| sinks.iter_mut().try_for_each(|sink| sink.row(row)))?,
            Err(error) => println!("{error}: {:?}", error.source().map(ToString::to_string)),
        }
    }
    let names: Vec<_> = steps.iter().map(|step| step.name()).collect();
    println!("{} rows through {names:?}", count.into_inner());
    Ok(())
}

/// Passes closures to threads.
fn work() -> Vec<String> {
    type Job = Box<dyn FnOnce() -> String + Send>;
    let (sender, receiver) = mpsc::channel::<Job>();
    let receiver = Arc::new(Mutex::new(receiver));
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let receiver = Arc::clone(&receiver);
            thread::spawn(move || {
                let next = || receiver.lock().ok()?.recv().ok();
                std::iter::from_fn(next).map(|job| job()).collect::<Vec<_>>()
            })
        })
        .collect();
    for i in 0..4 {
        let job: Job = if i % 2 == 0 {
            Box::new(move || format!("even {i}"))
        } else {
            Box::new(|| "odd".to_owned())
        };
        sender.send(job).expect("the workers listen");
    }
    drop(sender);
    let mut done: Vec<_> =
        workers.into_iter().flat_map(|worker| worker.join().expect("it works")).collect();
    done.sort_by_key(|it| std::cmp::Reverse(it.clone()));
    done
}

/// Prints each kind of formatting argument.
fn describe(values: &[Rc<dyn fmt::Debug>]) -> String {
    values.iter().fold(String::new(), |mut all, value| {
        write!(all, "{value:?} {value:#?};").expect("strings have room");
        all
    })
}

fn main() -> Result<(), Failure> {
    let command = Command::new("program")
        .about("Sends rows through steps")
        .arg(
            Arg::new("format")
                .long("format")
                .value_parser(["json", "table"])
                .action(ArgAction::Append),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_parser(clap::value_parser!(u8).range(1..=8))
                .default_value("2"),
        )
        .arg(Arg::new("verbose").short('v').action(ArgAction::Count))
        .subcommand(Command::new("show").arg(Arg::new("file").required(true)));
    for wrong in [
        &["program", "--threads", "9"][..],
        &["program", "--help"],
        &["program", "--fromat=x"],
        &["program", "show"],
    ] {
        match command.clone().try_get_matches_from(wrong) {
            Ok(matches) => println!("{matches:?}"),
            Err(error) => println!("{error} {:?}", error.kind()),
        }
    }
    let matches =
        command.try_get_matches_from(["program", "-vv", "--format", "json", "--format=table"])?;
    println!("{} {:?}", matches.get_count("verbose"), matches.get_one::<u8>("threads"));

    let mut sinks: Vec<Box<dyn Sink>> = Vec::new();
    for format in matches.get_many::<String>("format").into_iter().flatten() {
        sinks.push(match format.as_str() {
            "json" => Box::new(Json(std::io::stdout())),
            _ => Box::new(Table(csv::Writer::from_writer(std::io::stdout()))),
        });
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()?
        .install(|| run(CONFIGURATION, &mut Vec::new()))?;
    run(CONFIGURATION, &mut sinks)?;
    for wrong in ["[[step]]\nkind = 'none'", "[[step]]\nkind = 'filter'\npattern = '('", "step = ["]
    {
        if let Err(error) = run(wrong, &mut sinks) {
            println!("{error}");
        }
    }
    println!("{:?}", work());
    println!(
        "{}",
        describe(&[
            Rc::new(1),
            Rc::new("two"),
            Rc::new(vec![Some(3.5)]),
            Rc::new(json!({"a": [null, true]}))
        ])
    );
    let value: Result<Value, _> =
        serde_json::from_str("{\"a\": [1, -2.5e3, \"\\u00e9\"], \"b\": }");
    println!("{value:?}");
    let caught = std::panic::catch_unwind(|| "x".parse::<i32>().expect("a number"));
    println!("{}", caught.is_err());
    Ok(())
}
