//! Copies of a real module with flipped bits.

use std::thread;

use fastrand::Rng;
use proptest::test_runner::Config;

use crate::run_folder::{RunFolder, assert_rejection, real_module};

/// The number of copies for each case of a random test.
const COPIES: u64 = 2;
const THREADS: u64 = 2;

/// The outcome for a copy.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Accepted,
    Refused,
}

#[test]
fn flipped_bits_end_in_an_answer_or_in_one_line() {
    let copies = COPIES * u64::from(Config::default().cases);
    let check = |first| -> Vec<Fate> {
        (first..copies).step_by(THREADS as usize).map(|seed| fate(&mutated(seed), seed)).collect()
    };
    let fates = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || check(first))).collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("each copy passes"));
        joined.flatten().collect::<Vec<_>>()
    });
    // Otherwise the flipped bits are in unused places, or LLVM always stops at the first of them.
    let count = |fate| fates.iter().filter(|it| **it == fate).count();
    assert!(count(Fate::Accepted) >= 10, "{} copies are modules", count(Fate::Accepted));
    assert!(count(Fate::Refused) >= 10, "{} copies are not modules", count(Fate::Refused));
}

/// The real module with one to eight bits flipped, determined by the seed.
fn mutated(seed: u64) -> Vec<u8> {
    let mut random = Rng::with_seed(seed);
    let mut content = real_module().to_vec();
    for _ in 0..random.u32(1..=8) {
        let byte = random.usize(..content.len());
        content[byte] ^= 1 << random.u32(..8);
    }
    content
}

/// Extracts this module. Either the facts are written, or one line of error is printed and nothing is written.
fn fate(content: &[u8], seed: u64) -> Fate {
    let folder = RunFolder::with("copy.bc", content);
    let limits = ["--timeout", "60", "--memory-limit", "2GiB"];
    let output = folder.irlog(&[&["extract", "copy.bc", "-o", "facts"][..], &limits].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("timed out"), "seed {seed}: {stderr}");
    let files = folder.files();
    if output.status.code() == Some(0) {
        assert!(files.contains("facts/manifest.json"), "seed {seed}: {files:?}");
        assert!(stderr.lines().all(|line| line.starts_with("warning: ")), "seed {seed}: {stderr}");
        let others = files.iter().filter(|file| !file.starts_with("facts"));
        assert!(others.eq(["copy.bc"]), "seed {seed}: {files:?}");
        return Fate::Accepted;
    }
    assert!(files.iter().eq(["copy.bc"]), "seed {seed}: {files:?}");
    assert_rejection(&output, &["copy.bc"]);
    Fate::Refused
}
