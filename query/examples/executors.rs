//! Measures a program on an executor:
//! `executors closure|def-use NODES EDGES semi-naive|live|WORKERS`.
//!
//! The graph is random; its edges lead from smaller to larger nodes. Measure peak memory with
//! `/usr/bin/time -v`.

use std::time::Instant;

use query::dataflow::{self, Cluster, Live};
use query::plan::Plan;
use query::source::{KnownType, Signature, Source};
use query::value::{Symbols, Table};

const CLOSURE: &str = ".printsize path .decl path(x: number, y: number)
    path(x, y) :- edge(x, y).
    path(x, z) :- path(x, y), edge(y, z).";
const DEF_USE: &str = ".printsize reaches .decl reaches(x: number, y: number)
    .decl special(x: number) .decl killed(x: number)
    special(x) :- edge(x, _), x % 1000 = 0.
    killed(y) :- edge(_, y), y % 97 = 0.
    reaches(x, y) :- special(x), edge(x, y), !killed(y).
    reaches(x, z) :- reaches(x, y), edge(y, z), !killed(z).";

/// A deterministic graph with these numbers of nodes and edges.
struct Graph(u32, usize);

impl Source for Graph {
    fn types(&self) -> Vec<KnownType> {
        Vec::new()
    }

    fn names(&self) -> Vec<String> {
        vec!["edge".into()]
    }

    fn signature(&self, relation: &str) -> Option<Signature> {
        let columns = ["x", "y"].map(|it| (it.into(), "number".into())).to_vec();
        (relation == "edge").then_some(Signature { columns })
    }

    fn load(&mut self, _: &str, _: &[usize], _: &mut Symbols) -> Result<Table, String> {
        let mut table = Table::new(2);
        let mut state = 1_u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        };
        while table.len() < self.1 {
            let from = random(self.0 - 1);
            // Nearby successors, as in a function.
            let to = (from + 1 + random(40)).min(self.0 - 1);
            table.push(&[from, to]);
        }
        Ok(table)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, nodes, edges, executor] = arguments.as_slice() else {
        return Err("closure|def-use NODES EDGES semi-naive|live|WORKERS".into());
    };
    let text = if program == "closure" { CLOSURE } else { DEF_USE };
    let mut graph = Graph(nodes.parse()?, edges.parse()?);
    let mut texts = query::texts::Texts::new();
    let main = texts.add("program.dl", text);
    let program = query::parse(&mut texts, main).map_err(|it| format!("{it:?}"))?;
    let plan = Plan::of(&program, &graph).map_err(|it| format!("{it:?}"))?;
    let mut symbols = Symbols::default();
    let start = Instant::now();
    if executor == "live" {
        return watch(&plan, &mut graph);
    }
    let answer = match executor.parse() {
        Err(_) => Some(query::run(&plan, &mut graph, &mut symbols)?),
        Ok(workers) => {
            let inputs = plan.inputs().iter();
            let tables = inputs.map(|it| query::run::load(it, &mut graph, &mut symbols));
            let tables = tables.collect::<Result<_, _>>()?;
            let connected = dataflow::connect(&plan, &Cluster::threads(workers))?;
            dataflow::run(&plan, tables, symbols, connected)?.0
        }
    };
    let rows: usize = answer.iter().flat_map(|it| &it.tables).map(Table::len).sum();
    println!("{rows} rows in {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Measures the first answer of a persistent dataflow, and the answer after an edge is removed.
fn watch(plan: &Plan, graph: &mut Graph) -> Result<(), Box<dyn std::error::Error>> {
    let mut live = Live::new(plan, Symbols::default())?;
    let all = graph.load("edge", &[0, 1], &mut Symbols::default())?;
    let mut without = Table::new(2);
    all.rows().skip(1).for_each(|it| without.push(it));
    for table in [all, without] {
        let start = Instant::now();
        let changes = live.update(&[table])?;
        let [added, removed] = [&changes.added, &changes.removed].map(|it| it[0].len());
        println!("{added} rows more, {removed} less in {:.3} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
