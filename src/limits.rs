//! How much time and memory a run may take.

use std::time::Duration;

use bytesize::ByteSize;
use clap::Args;

/// What a run may use.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Give up when more memory than this is needed, as in 2GiB; without it, than the machine has
    #[arg(long, value_name = "SIZE")]
    memory_limit: Option<ByteSize>,
}

impl Limits {
    /// How much memory a run may use.
    pub fn memory(&self) -> ByteSize {
        self.memory_limit.unwrap_or_else(|| {
            let system = rustix::system::sysinfo();
            ByteSize(system.totalram.saturating_mul(system.mem_unit.into()))
        })
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds was expected".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
