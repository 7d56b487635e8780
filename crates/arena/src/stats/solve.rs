//! The one equation that likelihoods with a constraint come down to.

/// The probabilities nearest to those observed, in likelihood, under which `gains` are 0 on average.
/// `cells` are pairs of a gain and the probability observed, none of them 0.
///
/// Lagrange's method gives p / (1 + x * gain) for each, where x makes the average 0. The average
/// falls all the way between the two poles, so x is found by halving. If all gains have one sign no
/// average is 0, and the probabilities stay what they are.
pub fn balanced<const CELLS: usize>(cells: [(f64, f64); CELLS]) -> [f64; CELLS] {
    let most = cells.iter().fold(0.0, |most: f64, cell| most.max(cell.0));
    let least = cells.iter().fold(0.0, |least: f64, cell| least.min(cell.0));
    if least == 0.0 || most == 0.0 {
        return cells.map(|(_, p)| p);
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    // A double has 53 digits: after as many halvings nothing changes.
    for _ in 0..100 {
        let x = 0.5 * (low + high);
        let average: f64 = cells.iter().map(|&(gain, p)| p * gain / (1.0 + x * gain)).sum();
        if average > 0.0 { low = x } else { high = x }
    }
    let x = 0.5 * (low + high);
    cells.map(|(gain, p)| p / (1.0 + x * gain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_becomes_nothing_and_the_sum_stays_one() {
        let cells = [(-0.3, 0.2), (0.1, 0.5), (0.6, 0.3)];
        let found = balanced(cells);
        let average: f64 = cells.iter().zip(found).map(|((gain, _), p)| gain * p).sum();
        assert!(average.abs() < 1e-12);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn two_cells_leave_no_choice() {
        let found = balanced([(-0.25, 0.5), (0.75, 0.5)]);
        assert!((found[0] - 0.75).abs() < 1e-12 && (found[1] - 0.25).abs() < 1e-12);
    }

    #[test]
    fn gains_of_one_sign_cannot_be_balanced() {
        assert_eq!(balanced([(0.1, 0.5), (0.2, 0.5)]), [0.5, 0.5]);
    }
}
