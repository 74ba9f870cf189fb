//! What work costs, told so that a busy machine does not matter.

use std::{fs, time::Duration};

/// The time that this thread was running, as the kernel counts it; elsewhere than on Linux, the
/// time that went by.
fn running() -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = counted.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(
        || {
            let since = std::time::SystemTime::UNIX_EPOCH.elapsed();
            since.unwrap_or_default()
        },
        Duration::from_nanos,
    )
}

/// The time for which this thread worked.
pub fn of(work: impl FnOnce()) -> Duration {
    let start = running();
    work();
    running().saturating_sub(start)
}

/// Asserts that work on four times as much costs about four times as much: sixteen times would
/// be quadratic. The best of several rounds counts, since what the machine does besides only
/// adds.
///
/// # Panics
/// When it costs more than nine times as much in every round.
pub fn grows<I>(size: usize, input: impl Fn(usize) -> I, work: impl Fn(&I)) {
    let (small, large) = (input(size), input(4 * size));
    let cost = |input: &I| of(|| work(input));
    let mut seen = Vec::new();
    let (mut least, mut most) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        least = least.min(cost(&small));
        most = most.min(cost(&large));
        // Below this, the cost is that of starting.
        if most < least * 9 + Duration::from_millis(10) {
            return;
        }
        seen.push((least, most));
    }
    panic!("four times as much costs more than nine times as much: {seen:?}");
}
