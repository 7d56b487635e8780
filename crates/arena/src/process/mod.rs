//! One program, run once: its limits, its sandbox, its CPU time, how it ended.
