//! Who plays whom, and when: round robin, gauntlet, knockout, Swiss.
