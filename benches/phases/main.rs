//! Measures the phases of `irlog extract`, `irlog summary` and `irlog points-to`.
//!
//! The input is a program that rustc compiles here, or the module in the environment variable
//! `IRLOG_BENCH_MODULE`. The rates are instructions per second.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, mem};

use analyses::points_to::statistics::Statistics;
use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use extractor::Input;
use extractor::inkwell::context::Context;
use extractor::inkwell::memory_buffer::MemoryBuffer;
use extractor::inkwell::module::Module;
use facts_schema::folder::{self, WriteOptions};
use facts_schema::{Facts, GROUPS, Ids, TableFormat};
use points_to::model::files::merged;
use points_to::{Options, Roots, Settings, Solver, Unknown, analyze, generate, wave};
use tempfile::TempDir;

criterion_group!(benches, phases);
criterion_main!(benches);

fn phases(criterion: &mut Criterion) {
    let (name, content) = module();
    // This also configures LLVM to leave debug info unchanged, for the measured reads below.
    let input = Input { name: name.clone(), content: content.clone() };
    let facts = extractor::load(&[input], &mut |_| ()).expect("LLVM reads the module");
    let instructions = facts.instruction.len();
    println!("{name}: {instructions} instructions");

    let mut group = criterion.benchmark_group(name);
    group.sample_size(20).throughput(Throughput::Elements(instructions as u64));
    bench_read(&mut group, &content);
    bench_extract(&mut group, &content);
    bench_summary(&mut group, &facts);
    bench_points_to(&mut group, &facts);
    bench_write(&mut group, &facts, "write csv", TableFormat::Csv);
    bench_write(&mut group, &facts, "write souffle", TableFormat::Souffle);
    bench_read_back(&mut group, &facts);
    group.finish();
}

/// The name and the content of the module to measure.
fn module() -> (String, Vec<u8>) {
    let compiled = TempDir::new().expect("there is a folder for temporary files");
    let path = match env::var_os("IRLOG_BENCH_MODULE") {
        Some(path) => PathBuf::from(path),
        None => compile(compiled.path()),
    };
    let content = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    (name, content)
}

/// Compiles the program beside this file to bitcode in `folder`.
fn compile(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/phases/program.rs");
    let bitcode = folder.join("program.bc");
    let status = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "--emit=llvm-bc", "-g", "-Ccodegen-units=1", "-o"])
        .args([&bitcode, &source])
        .status()
        .expect("rustc runs");
    assert!(status.success(), "rustc compiles {}", source.display());
    bitcode
}

type Group<'a> = BenchmarkGroup<'a, WallTime>;

// The result of a phase is returned to criterion, which drops it outside of the measured time: the
// command does not free it either.

/// Measures how LLVM reads the module.
fn bench_read(group: &mut Group, content: &[u8]) {
    group.bench_function("read", |bencher| {
        bencher.iter_batched(
            Context::create,
            |context| {
                // The context frees the module.
                mem::forget(read(&context, content));
                context
            },
            BatchSize::PerIteration,
        );
    });
}

/// Measures how the relations are filled.
fn bench_extract(group: &mut Group, content: &[u8]) {
    let context = Context::create();
    let module = read(&context, content);
    group.bench_function("extract", |bencher| {
        bencher.iter_batched(|| (), |()| extractor::extract(&module), BatchSize::PerIteration);
    });
}

/// Measures the rules of `irlog summary`.
fn bench_summary(group: &mut Group, facts: &Facts) {
    group.bench_function("summary", |bencher| {
        bencher.iter(|| analyses::Summary::of(black_box(facts)));
    });
}

/// Measures the generation of constraints, the solver for large programs, and the summary of the
/// result.
fn bench_points_to(group: &mut Group, facts: &Facts) {
    let models = merged([]).expect("what is built in can be read");
    let options = Options {
        models,
        unknown: Unknown::Havoc,
        roots: Roots::Program,
        depth: 0,
        solver: Some(Solver::Wave),
        escaped: None,
    };
    let settings =
        Settings { models: &options.models, unknown: options.unknown, roots: &options.roots };
    group.bench_function("constraints", |bencher| {
        bencher.iter_batched(|| (), |()| generate(facts, &settings), BatchSize::PerIteration);
    });
    let analysis = analyze(facts, &options);
    group.bench_function("offline", |bencher| {
        bencher.iter(|| wave::Templates::of(black_box(&analysis.constraints)));
    });
    group.bench_function("escaping", |bencher| {
        let templates = wave::Templates::of(&analysis.constraints);
        let escaping = |()| wave::Search::new(analysis.depth).finish(&templates);
        bencher.iter_batched(|| (), escaping, BatchSize::PerIteration);
    });
    group.bench_function("solve", |bencher| {
        bencher.iter_batched(
            || (),
            |()| {
                Solver::Wave.solve(&analysis.constraints, analysis.depth, &analysis.solution.opaque)
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("report", |bencher| {
        bencher.iter(|| Statistics::of(&analysis, &analysis.call_graph()).to_string());
    });
}

/// Measures writing the relations to a new folder.
fn bench_write(group: &mut Group, facts: &Facts, name: &str, format: TableFormat) {
    group.bench_function(name, |bencher| {
        bencher.iter_batched(
            || TempDir::new().expect("there is a folder for temporary files"),
            |parent| {
                write(facts, format, parent.path());
                parent
            },
            BatchSize::PerIteration,
        );
    });
}

/// Measures reading a folder of facts.
fn bench_read_back(group: &mut Group, facts: &Facts) {
    let parent = TempDir::new().expect("there is a folder for temporary files");
    let folder = write(facts, TableFormat::Csv, parent.path());
    group.bench_function("read back csv", |bencher| {
        bencher.iter_batched(
            || (),
            |()| folder::read(&folder).expect("the folder is complete"),
            BatchSize::PerIteration,
        );
    });
}

fn read<'c>(context: &'c Context, content: &[u8]) -> Module<'c> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(content, "module");
    context.create_module_from_ir(buffer).expect("LLVM has read it before")
}

/// Writes all relations to a new folder in `parent`.
fn write(facts: &Facts, format: TableFormat, parent: &Path) -> PathBuf {
    let options = WriteOptions {
        format: format.into(),
        ids: Ids::Symbol,
        groups: GROUPS.iter().map(|group| group.name.to_owned()).collect(),
        derived: Vec::new(),
        tool_version: String::new(),
        llvm_version: String::new(),
        inputs: Vec::new(),
        replace: false,
    };
    let folder = parent.join("facts");
    folder::write(facts, &folder, &parent.join("unfinished"), &options)
        .expect("the folder for temporary files can be written to");
    folder
}
