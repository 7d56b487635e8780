//! Moves that are kept and played by their numbers are those that are played by their texts.

use plyglot_games::GAMES;

#[test]
fn kept_moves_are_the_legal_ones() {
    for game in GAMES.iter() {
        let mut line = game.sample();
        for step in 0..30 {
            let (legal, kept) = (line.legal(), line.kept_moves());
            assert_eq!(kept.len(), legal.len());
            for (number, text) in legal.iter().enumerate() {
                assert_eq!(kept.text(number).as_ref(), Some(text));
                assert_eq!(kept.find(text), Some(number));
                let mut by_number = line.copied();
                by_number.play_kept(&*kept, number).unwrap();
                let by_text = line.after([text]).unwrap();
                assert_eq!(by_number.position(), by_text.position(), "{text}");
                assert!(by_number.take_back());
                assert_eq!((by_number.position(), by_number.plies()), (line.position(), step));
            }
            assert_eq!(kept.text(legal.len()), None);
            if legal.is_empty() {
                break;
            }
            line.play_kept(&*kept, step % legal.len()).unwrap();
        }
    }
}

/// What was legal elsewhere is checked like a text.
#[test]
fn moves_of_other_positions_are_checked() {
    for game in GAMES.iter() {
        let start = game.sample();
        let kept = start.kept_moves();
        for number in 0..kept.len() {
            for first in 0..kept.len().min(4) {
                let mut line = start.copied();
                line.play_kept(&*kept, first).unwrap();
                let text = kept.text(number).unwrap();
                let is_legal = line.legal().contains(&text);
                assert_eq!(line.play_kept(&*kept, number).is_ok(), is_legal, "{text}");
            }
        }
        for other in GAMES.iter().filter(|other| *other != game) {
            let other = other.sample().kept_moves();
            let is_legal = start.legal().contains(&other.text(0).unwrap());
            assert_eq!(start.copied().play_kept(&*other, 0).is_ok(), is_legal);
        }
        assert!(start.copied().play_kept(&*kept, usize::MAX).is_err());
        assert!(!start.copied().take_back());
    }
}
