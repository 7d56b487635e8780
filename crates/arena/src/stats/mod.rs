//! What results say: Elo, likelihood of superiority, sequential tests, ratings of many.
