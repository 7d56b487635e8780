use std::fmt::Write;

use plyglot_core::safe_text::html;

use super::games::GameList;
use crate::tournament::{StandingsRow, TournamentReport};

/// A cross table of more players cannot be read.
const MOST_ACROSS: usize = 60;

/// What was played, and how far it has come.
pub fn head(report: &TournamentReport) -> String {
    let TournamentReport { format, played, least, most, .. } = report;
    let title = report.game.title();
    let state = match (report.is_finished, least == most) {
        (true, _) => format!("All {played} games have been played."),
        (false, true) => format!("{played} of {most} games have been played."),
        (false, false) => format!("{played} of {least} to {most} games have been played."),
    };
    let decided = report.decided.iter().map(|why| format!(" Decided: {}.", html(why)));
    let decided: String = decided.collect();
    format!("<p class=\"soft\">{title}, {}. {state}{decided}</p>\n", html(format))
}

pub fn standings(report: &TournamentReport) -> String {
    let any = |has: fn(&StandingsRow) -> bool| report.standings.iter().any(has);
    let (rests, out, faults) =
        (any(|row| row.rests > 0), any(|row| row.out.is_some()), any(|row| row.faults > 0));
    let lead = any(|row| row.margin.is_some());
    let mut head = "<th></th><th class=\"name\">agent</th><th>points</th><th>Elo</th>\
                    <th>games</th><th>won</th><th>drawn</th><th>lost</th>"
        .to_owned();
    let more = [(lead, "lead"), (rests, "rests"), (out, "out in round"), (faults, "faults")];
    for (_, name) in more.into_iter().filter(|(is_shown, _)| *is_shown) {
        head += &format!("<th>{name}</th>");
    }
    head += "<th>CPU s</th><th>slowest</th>";
    let rows = report.standings.iter().map(|row| {
        let mut text = format!(
            "<td>{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td>",
            row.place,
            html(&row.agent),
            row.points,
            row.rating(),
            row.games,
            row.won,
            row.drawn,
            row.lost
        );
        let out_in = row.out.map_or(String::new(), |round| round.to_string());
        let more = [
            (lead, row.lead()),
            (rests, row.rests.to_string()),
            (out, out_in),
            (faults, row.faults.to_string()),
        ];
        for (_, cell) in more.into_iter().filter(|(is_shown, _)| *is_shown) {
            text += &format!("<td>{cell}</td>");
        }
        text + &format!("<td>{:.1}</td><td>{:.3}</td>", row.cpu_seconds, row.slowest_seconds)
    });
    section("Standings", "", &head, rows)
}

/// Points of each against each, with the way to their games.
pub fn cross(report: &TournamentReport, games: &GameList) -> String {
    let players = report.standings.len();
    if players > MOST_ACROSS {
        return format!(
            "<h2>Cross table</h2>\n<p>It would have {players} columns; --csv writes it.</p>\n"
        );
    }
    let mut head = "<th></th><th class=\"name\">agent</th>".to_owned();
    for number in 1..=players {
        head += &format!("<th>{number}</th>");
    }
    let rows =
        report.standings.iter().zip(&report.cross).enumerate().map(|(index, (row, line))| {
            let mut text =
                format!("<td>{}</td><td class=\"name\">{}</td>", index + 1, html(&row.agent));
            for (other, meeting) in line.iter().enumerate() {
                // Writing into a string cannot fail.
                _ = match meeting {
                    _ if other == index => write!(text, "<td class=\"self\"></td>"),
                    None => write!(text, "<td></td>"),
                    Some(meeting) => {
                        let score = format!("{}/{}", meeting.points(), meeting.games());
                        match games.link_to_pairing(row.number, report.standings[other].number) {
                            Some(link) => write!(text, "<td><a href=\"{link}\">{score}</a></td>"),
                            None => write!(text, "<td>{score}</td>"),
                        }
                    }
                };
            }
            text
        });
    section("Points of each against each", "cross", &head, rows)
}

pub fn endings(report: &TournamentReport) -> String {
    let rows = report.endings.iter().map(|ending| {
        format!("<td class=\"name\">{}</td><td>{}</td>", html(&ending.kind), ending.games)
    });
    section("How games ended", "", "<th class=\"name\">ending</th><th>games</th>", rows)
}

pub fn slowest(report: &TournamentReport, games: &GameList) -> String {
    if report.slowest.iter().all(|turn| turn.cpu_seconds < 0.001) {
        return String::new();
    }
    let rows = report.slowest.iter().map(|turn| {
        let place = format!("{}.{}.{}", turn.round, turn.table, turn.game);
        let place = match games.link_to_game(turn.round, turn.table, turn.game) {
            Some(link) => format!("<a href=\"{link}\">{place}</a>"),
            None => place,
        };
        format!(
            "<td>{:.3}</td><td class=\"name\">{}</td><td class=\"name\">{}</td><td>{place}</td>\
             <td>{}</td><td class=\"name\">{}</td>",
            turn.cpu_seconds,
            html(&turn.agent),
            html(&turn.opponent),
            turn.turn,
            html(&turn.moves.join(" "))
        )
    });
    let head = "<th>CPU s</th><th class=\"name\">agent</th><th class=\"name\">against</th>\
                <th>game</th><th>turn</th><th class=\"name\">moves</th>";
    section("Slowest turns", "", head, rows)
}

fn section(title: &str, class: &str, head: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.map(|row| format!("<tr>{row}</tr>\n")).collect();
    format!(
        "<h2>{title}</h2>\n<div class=\"wide\"><table class=\"{class}\">\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}
