//! Star and Circle.

use crate::cases;

#[test]
fn own_cases() {
    cases::check_folder(&cases::own("star-circle"), 150);
}
