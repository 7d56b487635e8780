use std::time::Duration;

use clap::Args;
use plyglot_grader::report::Container;

/// The container that an autograder runs in.
#[derive(Clone, Debug, Args)]
pub struct ContainerArgs {
    /// Minutes after which the container ends, for --export
    #[arg(long, value_name = "N", default_value_t = 10, requires = "export", value_parser = clap::value_parser!(u32).range(1..=i64::from(Container::MOST_MINUTES)))]
    pub container_minutes: u32,
    /// Processors of the container; with less than one, time by the wall clock is longer
    /// [default: none; with --export 0.5]
    #[arg(long, value_name = "N", value_parser = cpus)]
    pub container_cpus: Option<f64>,
    /// MB of memory of the container, for --export
    #[arg(long, value_name = "MB", default_value_t = 768, requires = "export", value_parser = clap::value_parser!(u64).range(256..=1 << 20))]
    pub container_memory: u64,
    /// Export a set of cases that may not fit the container: the time is shared out, and cases for
    /// which there is none are not graded
    #[arg(long, requires = "export")]
    pub fit: bool,
}

impl ContainerArgs {
    /// As it is found on Gradescope, where nothing else is said.
    pub fn container(&self) -> Container {
        Container {
            time: Duration::from_secs(60 * u64::from(self.container_minutes)),
            cpus: self.container_cpus.unwrap_or(0.5),
            memory: self.container_memory,
        }
    }
}

fn cpus(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|cpus| (0.1..=256.0).contains(cpus));
    number.ok_or_else(|| format!("expected a number of processors from 0.1 to 256, found {text}"))
}
