use plyglot_core::safe_text;

use super::TournamentReport;

/// The standings, with the points against every other player behind: one line a player.
pub fn csv(report: &TournamentReport) -> String {
    let fixed = [
        "place",
        "agent",
        "elo",
        "low",
        "high",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        "rests",
        "opponents",
        "margin",
        "out",
        "faults",
        "cpu_seconds",
        "slowest_seconds",
    ];
    let against =
        report.standings.iter().map(|row| safe_text::csv(&format!("against {}", row.agent)));
    let mut lines = vec![fixed.into_iter().map(str::to_owned).chain(against).collect::<Vec<_>>()];
    for (row, meetings) in report.standings.iter().zip(&report.cross) {
        let number =
            |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        let mut line = vec![
            row.place.to_string(),
            safe_text::csv(&row.agent),
            number(row.elo),
            number(row.low),
            number(row.high),
            row.points.to_string(),
        ];
        let counts = [row.games, row.won, row.drawn, row.lost, row.rests];
        line.extend(counts.map(|count| count.to_string()));
        line.extend([
            row.opponents.to_string(),
            row.margin.map_or(String::new(), |margin| margin.to_string()),
            row.out.map_or(String::new(), |round| round.to_string()),
            row.faults.to_string(),
            format!("{:.3}", row.cpu_seconds),
            format!("{:.3}", row.slowest_seconds),
        ]);
        line.extend(meetings.iter().map(|meeting| number(meeting.map(|meeting| meeting.points()))));
        lines.push(line);
    }
    lines.into_iter().map(|line| line.join(",") + "\n").collect()
}
