//! Which candidates make a good set.

use std::collections::HashMap;

use super::candidate::CandidateCase;

/// Chooses `count` candidates one by one: each time the one that is failed by most of the
/// misreadings that few of the chosen find out, and that is least like the others in who plays, how
/// it is searched and how deep. The smallest come first in the result.
pub fn choose(mut pool: Vec<CandidateCase>, count: usize) -> Vec<CandidateCase> {
    let misreadings = pool.first().map_or(0, |candidate| candidate.fails.len());
    let wanted = (count / 8).clamp(2, 6);
    let mut failed = vec![0_usize; misreadings];
    let mut alike: HashMap<String, usize> = HashMap::new();
    let mut chosen = Vec::new();
    while chosen.len() < count && !pool.is_empty() {
        let gain = |candidate: &CandidateCase| {
            let rare = std::iter::zip(&candidate.fails, &failed);
            let rare: usize = rare
                .filter(|&(&fails, &failed)| fails && failed < wanted)
                // What hardly any case finds out comes first.
                .map(|(_, &failed)| 60 / (1 + failed))
                .sum();
            let known = candidate.sketch.traits().map(|it| alike.get(&it).copied().unwrap_or(0));
            rare + known.map(|known| 40 / (1 + known)).sum::<usize>()
        };
        let best = pool.iter().map(gain).enumerate().max_by_key(|&(index, gain)| {
            // The first of equals.
            (gain, std::cmp::Reverse(index))
        });
        let Some((best, _)) = best else { break };
        let candidate = pool.remove(best);
        for (failed, &fails) in failed.iter_mut().zip(&candidate.fails) {
            *failed += usize::from(fails);
        }
        candidate.sketch.traits().for_each(|it| *alike.entry(it).or_default() += 1);
        chosen.push(candidate);
    }
    chosen.sort_by_key(|candidate| candidate.cost);
    chosen
}
