use std::collections::BTreeMap;

use anyhow::{Result, bail};
use clap::{Args, Command, FromArgMatches};

/// Workers on a cluster.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "On a cluster")]
pub struct SlurmArgs {
    /// Have workers started by Slurm, as one job array, and follow them to the end
    #[arg(long)]
    pub slurm: bool,
    /// Start nothing: print the script for Slurm, and commands for GNU parallel, ssh or another
    /// scheduler
    #[arg(long)]
    pub print_script: bool,
    /// How many workers [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub worker_count: Option<u32>,
    /// Cores of each worker, which does as many things at a time [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub worker_cores: Option<u16>,
    /// MB of memory of each worker [default: as the cluster has it]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..=1 << 24))]
    pub worker_memory: Option<u64>,
    /// How long a worker may run, as sbatch takes it: 90, 4:00:00 or 2-0 [default: as the cluster has
    /// it]
    #[arg(long, value_name = "TIME", value_parser = word)]
    pub worker_time: Option<String>,
    /// The partition of the cluster [default: its own]
    #[arg(long, value_name = "NAME", value_parser = word)]
    pub partition: Option<String>,
    /// The account that pays
    #[arg(long, value_name = "NAME", value_parser = word)]
    pub account: Option<String>,
    /// Any other option of sbatch, as in --sbatch=--qos=long; may be given several times
    #[arg(long, value_name = "OPTION", value_parser = option, allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
}

impl SlurmArgs {
    /// Whether something is asked for that only matters on a cluster.
    pub fn is_used(&self) -> bool {
        self.slurm || self.print_script
    }

    /// How many workers there should be.
    pub fn workers(&self) -> u32 {
        self.worker_count.unwrap_or(16)
    }

    /// How many cores each has.
    pub fn cores(&self) -> u16 {
        self.worker_cores.unwrap_or(1)
    }

    /// What a table in a file asks for: the same options, under the same names.
    pub fn from_table(table: &BTreeMap<String, Vec<String>>) -> Result<SlurmArgs> {
        let command = SlurmArgs::augment_args(Command::new("slurm").no_binary_name(true));
        let takes_value = command.get_arguments().filter(|known| known.get_action().takes_values());
        let known: Vec<&str> = takes_value.filter_map(|known| known.get_long()).collect();
        if let Some(name) = table.keys().find(|name| !known.contains(&name.as_str())) {
            bail!("[slurm] has no {name}; it has {}", known.join(", "));
        }
        let words = table
            .iter()
            .flat_map(|(name, values)| values.iter().map(move |value| format!("--{name}={value}")));
        let matches = command.try_get_matches_from(words.collect::<Vec<_>>());
        let read = matches.and_then(|matches| SlurmArgs::from_arg_matches(&matches));
        read.or_else(|error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            bail!("[slurm] {}", line.trim_start_matches("error: "))
        })
    }

    /// What was typed, and where nothing was, what a file says.
    pub fn or(self, file: SlurmArgs) -> SlurmArgs {
        SlurmArgs {
            slurm: self.slurm,
            print_script: self.print_script,
            worker_count: self.worker_count.or(file.worker_count),
            worker_cores: self.worker_cores.or(file.worker_cores),
            worker_memory: self.worker_memory.or(file.worker_memory),
            worker_time: self.worker_time.or(file.worker_time),
            partition: self.partition.or(file.partition),
            account: self.account.or(file.account),
            sbatch: [file.sbatch, self.sbatch].concat(),
        }
    }

    /// Refuses options for workers that nobody starts.
    pub fn check(&self) -> Result<()> {
        let options = [
            ("--worker-count", self.worker_count.is_some()),
            ("--worker-cores", self.worker_cores.is_some()),
            ("--worker-memory", self.worker_memory.is_some()),
            ("--worker-time", self.worker_time.is_some()),
            ("--partition", self.partition.is_some()),
            ("--account", self.account.is_some()),
            ("--sbatch", !self.sbatch.is_empty()),
        ];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) if !self.is_used() => {
                bail!("{name} is for workers that Slurm starts: add --slurm or --print-script")
            }
            _ => Ok(()),
        }
    }
}

/// One word: it becomes part of a script.
fn word(text: &str) -> Result<String, String> {
    match !text.is_empty() && text.chars().all(|it| it.is_ascii_graphic() && !"\"'\\#".contains(it))
    {
        true => Ok(text.to_owned()),
        false => Err("one word is expected, without quotes".to_owned()),
    }
}

fn option(text: &str) -> Result<String, String> {
    match text.starts_with('-') && !text.contains(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("an option of sbatch begins with -, as in --sbatch=--qos=long".to_owned()),
    }
}
