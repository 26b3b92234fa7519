// SPDX-License-Identifier: GPL-2.0
//! The crate as a profiler uses it: no call is made, each is asked about as if it was refused.
use perfattr::{explain, Certainty, Explainer, Loss};

const EINVAL: i32 = 22;
const EFAULT: i32 = 14;

/// The first fields of perf_event_attr.
#[repr(C)]
#[derive(Default)]
struct Attr {
    kind: u32,
    size: u32,
    config: u64,
    sample: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    rest: [u64; 10],
}

fn clock() -> Attr {
    Attr { kind: 1, size: 128, ..Attr::default() }
}

#[test]
fn unknown_flag() {
    let why = explain(&clock(), 0, -1, -1, 1 << 10, EINVAL);
    assert_eq!((why.reasons, why.rule.as_str()), (1, "flags-not-known"));
    assert_eq!(why.certainty, Certainty::Certain);
    assert_eq!(why.loss, Loss::Same);
    assert_eq!((why.changes[0].name.as_str(), why.changes[0].value), ("flags", 0));
    assert!(why.to_string().starts_with("EINVAL: "), "{why}");
    assert!(!why.to_string().ends_with('\n'));
}

#[test]
fn longer_than_the_attr() {
    // Its size is larger than what the program has: the rest is 0, and nothing else is read.
    let short = (1u32, 4000u32);
    let why = explain(&short, 0, -1, -1, 1 << 10, EINVAL);
    assert_eq!(why.rule, "flags-not-known");
}

#[test]
fn nothing_known() {
    let why = explain(&clock(), 0, -1, -1, 0, 0);
    assert_eq!((why.reasons, why.certainty), (0, Certainty::NotKnown));
    assert_eq!(why.to_string(), "no reason is known");
    assert_eq!(explain(&clock(), 0, -1, -1, 0, EFAULT).to_string(), "EFAULT: no reason is known");
}

#[test]
fn many_threads() {
    let handle = Explainer::new();
    let first = explain(&clock(), 0, -1, -1, 1 << 10, EINVAL);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(handle.explain(&clock(), 0, -1, -1, 1 << 10, EINVAL), first);
                }
            });
        }
    });
}
