use std::ffi::OsString;

/// A command as it is typed: split at blanks, or handed to the shell if it needs one.
pub fn words(command: &str) -> Vec<OsString> {
    if command.contains(|symbol: char| "|&;<>()$`\\\"'*?[]#~=%\n".contains(symbol)) {
        return ["sh", "-c", command].map(OsString::from).to_vec();
    }
    command.split_whitespace().map(OsString::from).collect()
}
