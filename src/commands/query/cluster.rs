//! Options for running a query on several threads and processes.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use query::dataflow::Cluster;

/// How long a process waits for the others to start.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);

/// Where to run a query.
#[derive(Args)]
#[command(next_help_heading = "Threads and machines")]
pub struct ClusterOptions {
    /// Number of threads to use, in each process if there are several
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    workers: Option<usize>,

    /// Distribute the query over the processes listed in this file, one `host:port` per line
    ///
    /// Start irlog once per line with the same arguments, and with --process set to the number of the line. Each
    /// process reads its share of the inputs, and process 0 prints the answer. Connections are not encrypted: use a
    /// network that you trust.
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,

    /// Number of this process: its line in --hosts, counted from 0
    #[arg(long, value_name = "NUMBER", requires = "hosts")]
    process: Option<usize>,
}

impl ClusterOptions {
    /// Whether there are several processes, each with its own inputs.
    pub fn has_hosts(&self) -> bool {
        self.hosts.is_some()
    }

    /// The option that was given, if any was.
    pub fn given(&self) -> Option<&'static str> {
        let workers = self.workers.map(|_| "--workers");
        workers.or_else(|| self.hosts.as_ref().map(|_| "--hosts"))
    }

    /// The threads and processes, if any are given.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or has no such line.
    pub fn cluster(&self) -> anyhow::Result<Option<Cluster>> {
        let (Some(path), Some(process)) = (&self.hosts, self.process) else {
            return Ok(self.workers.map(Cluster::threads));
        };
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("{name}: cannot be read"))?;
        let lines = text.lines().map(str::trim);
        let hosts: Vec<String> = lines.filter(|it| !it.is_empty()).map(str::to_owned).collect();
        ensure!(
            process < hosts.len(),
            "--process {process}: {name} lists {} processes, numbered from 0",
            hosts.len()
        );
        let workers = self.workers.unwrap_or(1);
        Ok(Some(Cluster { workers, process, hosts, patience: CONNECT_TIMEOUT }))
    }
}
