//! Mancala.

use crate::cases;

#[test]
fn own_cases() {
    cases::check_folder(&cases::own("mancala"), 100);
}
