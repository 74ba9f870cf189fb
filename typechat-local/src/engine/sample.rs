//! The next token, by its scores.

use typechat::model::Settings;

/// Chooses tokens. Without a temperature always the one of the highest score; with one, the same
/// seed gives the same choices.
pub(super) struct Sampler {
    temperature: f64,
    top_p: f64,
    state: u64,
}

impl Sampler {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            temperature: settings.temperature.unwrap_or(0.0),
            top_p: settings.top_p.unwrap_or(1.0),
            state: settings.seed.unwrap_or(0),
        }
    }

    pub(super) fn pick(&mut self, scores: &[f32]) -> u32 {
        let best = best(scores);
        if self.temperature <= 0.0 {
            return place(best);
        }
        let most = f64::from(scores[best]);
        // What is this much less likely than the best one is never drawn in practice.
        let weight = |score: f32| ((f64::from(score) - most) / self.temperature).exp();
        let mut likely: Vec<(usize, f64)> = scores
            .iter()
            .enumerate()
            .map(|(token, score)| (token, weight(*score)))
            .filter(|(_, weight)| *weight > 1e-9)
            .collect();
        likely.sort_by(|left, right| right.1.total_cmp(&left.1));
        let all: f64 = likely.iter().map(|(_, weight)| weight).sum();
        let mut kept = 0.0;
        let count = likely.iter().position(|(_, weight)| {
            kept += weight;
            kept >= self.top_p * all
        });
        likely.truncate(count.map_or(likely.len(), |last| last + 1));
        let mut drawn = self.random() * kept;
        for (token, weight) in &likely {
            drawn -= weight;
            if drawn < 0.0 {
                return place(*token);
            }
        }
        place(best)
    }

    /// A number from 0 to 1, by [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
    fn random(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
        let fraction = (mixed >> 11) as f64 / (1_u64 << 53) as f64;
        fraction
    }
}

/// Of the highest scores the first.
fn best(scores: &[f32]) -> usize {
    let mut best = 0;
    for (token, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = token;
        }
    }
    best
}

#[allow(clippy::cast_possible_truncation, reason = "token ids are 32 bits")]
fn place(token: usize) -> u32 {
    token as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(temperature: f64, top_p: f64, seed: u64) -> Settings {
        let mut settings = Settings::default();
        settings.temperature = Some(temperature);
        settings.top_p = Some(top_p);
        settings.seed = Some(seed);
        settings
    }

    fn drawn(settings: &Settings, scores: &[f32]) -> Vec<u32> {
        let mut sampler = Sampler::new(settings);
        (0..200).map(|_| sampler.pick(scores)).collect()
    }

    #[test]
    fn without_a_temperature_the_best_one_is_taken() {
        let scores = [0.5, f32::NEG_INFINITY, 3.0, 3.0];
        assert_eq!(Sampler::new(&Settings::default()).pick(&scores), 2);
    }

    #[test]
    fn draws_follow_scores_seed_and_top_p() {
        let scores = [1.0, 1.0 + std::f32::consts::LN_2, f32::NEG_INFINITY, -50.0];
        let all = drawn(&settings(1.0, 1.0, 7), &scores);
        assert_eq!(all, drawn(&settings(1.0, 1.0, 7), &scores));
        assert_ne!(all, drawn(&settings(1.0, 1.0, 8), &scores));
        let second = all.iter().filter(|token| **token == 1).count();
        assert!(
            (110..160).contains(&second),
            "{second} of 200, expected 133"
        );
        assert!(all.iter().all(|token| *token < 2));
        assert!(
            drawn(&settings(1.0, 0.6, 7), &scores)
                .iter()
                .all(|token| *token == 1)
        );
        let cold = drawn(&settings(0.05, 1.0, 7), &scores);
        assert!(cold.iter().all(|token| *token == 1));
    }
}
