//! How much time and memory a run may take.

use std::time::Duration;

use bytesize::ByteSize;
use clap::Args;

/// What a run may use.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Maximum amount of memory, such as 2GiB; by default the memory of the machine
    #[arg(long, value_name = "SIZE")]
    memory_limit: Option<ByteSize>,
}

impl Limits {
    /// Whether the user limits the memory.
    pub fn has_memory_limit(&self) -> bool {
        self.memory_limit.is_some()
    }

    /// How much memory a run may use.
    pub fn memory(&self) -> ByteSize {
        self.memory_limit.unwrap_or_else(|| {
            let system = rustix::system::sysinfo();
            ByteSize(system.totalram.saturating_mul(system.mem_unit.into()))
        })
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
