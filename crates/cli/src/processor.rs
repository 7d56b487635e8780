//! Whether this processor knows the instructions that the program was compiled to.

use std::io::{self, Write};
use std::process::ExitCode;

/// Says what an old processor lacks, if it lacks something: it would end the program in the middle
/// of its work, and without a word.
///
/// To be called before anything else. Neither this nor what comes before has anything to do for
/// which a compiler would take such instructions.
#[inline(never)]
pub fn too_old() -> Option<ExitCode> {
    let lacking = lacking()?;
    // Without the streams and texts that are ours, which are compiled like the rest.
    let mut stderr = io::stderr();
    for part in ["this processor lacks ", lacking, ADVICE] {
        _ = stderr.write_all(part.as_bytes());
    }
    Some(ExitCode::from(2))
}

const ADVICE: &str = ", which this program was compiled for and all have had since 2009; compiled \
                      with RUSTFLAGS=-Ctarget-cpu=x86-64 it runs here\n";

#[cfg(target_arch = "x86_64")]
fn lacking() -> Option<&'static str> {
    first_missing(std::arch::x86_64::__cpuid(1).ecx)
}

/// The others have one baseline.
#[cfg(not(target_arch = "x86_64"))]
fn lacking() -> Option<&'static str> {
    None
}

/// The first instructions of x86-64-v2 that were compiled in and are not in a processor's list.
/// The usual macro of the standard library would not ask the processor about these.
#[cfg(target_arch = "x86_64")]
fn first_missing(list: u32) -> Option<&'static str> {
    let needed = [
        (cfg!(target_feature = "sse3"), 0, "SSE3"),
        (cfg!(target_feature = "ssse3"), 9, "SSSE3"),
        (cfg!(target_feature = "cmpxchg16b"), 13, "CMPXCHG16B"),
        (cfg!(target_feature = "sse4.1"), 19, "SSE4.1"),
        (cfg!(target_feature = "sse4.2"), 20, "SSE4.2"),
        (cfg!(target_feature = "popcnt"), 23, "POPCNT"),
    ];
    for (is_needed, bit, name) in needed {
        if is_needed && list >> bit & 1 == 0 {
            return Some(name);
        }
    }
    None
}

#[cfg(all(test, target_arch = "x86_64", target_feature = "popcnt"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let all = !0;
        assert_eq!(first_missing(all), None);
        assert_eq!(first_missing(all & !(1 << 23)), Some("POPCNT"));
        assert_eq!(first_missing(all & !(1 << 19 | 1 << 20)), Some("SSE4.1"));
        assert_eq!(lacking(), None, "these tests run");
    }
}
