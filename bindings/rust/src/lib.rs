// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
//! Why the kernel has refused a call of `perf_event_open(2)`, and which call would open.
//!
//! ```no_run
//! # #[repr(C)] struct perf_event_attr { _kind: u32, size: u32 }
//! # let attr = perf_event_attr { _kind: 1, size: 8 };
//! let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
//! let why = perfattr::explain(&attr, 0, -1, -1, 0, errno);
//! eprintln!("perf_event_open: {why}");
//! ```
use std::ffi::c_void;
use std::fmt;
use std::os::raw::{c_char, c_int, c_uint};
use std::ptr;

const CHANGES: usize = 12;
/// Bytes of an attr that any kernel reads: a page.
const ATTR_MOST: usize = 4096;

#[repr(C)]
struct RawCall {
    attr: *const c_void,
    flags: u64,
    pid: i32,
    cpu: i32,
    group_fd: i32,
    error: i32,
    attr_size: u32,
    reserved: [u32; 7],
}

#[repr(C)]
struct RawChange {
    name: [c_char; 32],
    value: u64,
}

#[repr(C)]
struct RawWhy {
    n: u32,
    more: u32,
    certainty: u32,
    loss: u32,
    n_change: u32,
    reserved: [u32; 11],
    change: [RawChange; CHANGES],
    rule: [c_char; 48],
    function: [c_char; 48],
    field: [c_char; 32],
    others: [c_char; 144],
    reason: [c_char; 768],
    lost: [c_char; 128],
    needs: [c_char; 144],
    fix: [c_char; 768],
    text: [c_char; 1472],
}

#[repr(C)]
struct RawHandle {
    _opaque: [u8; 0],
}

extern "C" {
    fn perfattr_open() -> *mut RawHandle;
    fn perfattr_close(p: *mut RawHandle);
    fn perfattr_explain(
        p: *mut RawHandle,
        call: *const RawCall,
        options: c_uint,
        why: *mut RawWhy,
    ) -> c_int;
}

/// How sure a reason is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// There is none.
    NotKnown,
    /// One of several.
    MayBe,
    /// The only one that is known, but not proven.
    Probable,
    /// Proven by the call and its caller.
    Certain,
}

/// What the call that would open loses of what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    NoPlan,
    /// Nothing.
    Same,
    /// A part: the kernel, precision, a part of the sample.
    Less,
    /// It measures another task, cpu or event, or not in the group.
    Other,
    /// All: it opens, and the kernel never counts or samples it.
    Void,
}

/// One argument to change: a field of the attr, or `pid`, `cpu`, `group_fd`, `flags`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    /// A negative number is sign-extended.
    pub value: u64,
}

/// What is known of a refused call. `Display` prints all reasons and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Number of reasons; 0: none is known. The next fields describe the likeliest.
    pub reasons: u32,
    pub certainty: Certainty,
    /// Name of the check: it does not change from version to version.
    pub rule: String,
    /// Function of the kernel that has the check.
    pub function: String,
    /// The field or argument at fault; empty if it is not one alone.
    pub field: String,
    /// The reason, one sentence.
    pub reason: String,
    pub loss: Loss,
    /// What the plan loses.
    pub lost: String,
    /// The plan: all of these arguments are to be changed.
    pub changes: Vec<Change>,
    /// The privilege or setting with which the call would pass.
    pub needs: String,
    /// Plan and needs, one sentence.
    pub fix: String,
    text: String,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

/// A string of printable ASCII with a NUL.
fn string(from: &[c_char]) -> String {
    from.iter().take_while(|&&c| c != 0).map(|&c| c as u8 as char).collect()
}

impl Why {
    fn new(raw: &RawWhy) -> Self {
        Why {
            reasons: raw.n,
            certainty: match raw.certainty {
                1 => Certainty::MayBe,
                2 => Certainty::Probable,
                3 => Certainty::Certain,
                _ => Certainty::NotKnown,
            },
            rule: string(&raw.rule),
            function: string(&raw.function),
            field: string(&raw.field),
            reason: string(&raw.reason),
            loss: match raw.loss {
                1 => Loss::Same,
                2 => Loss::Less,
                3 => Loss::Other,
                4 => Loss::Void,
                _ => Loss::NoPlan,
            },
            lost: string(&raw.lost),
            changes: raw.change[..CHANGES.min(raw.n_change as usize)]
                .iter()
                .map(|c| Change { name: string(&c.name), value: c.value })
                .collect(),
            needs: string(&raw.needs),
            fix: string(&raw.fix),
            text: string(&raw.text),
        }
    }
}

fn ask<A>(handle: *mut RawHandle, attr: &A, args: (i32, i32, i32, u64, i32)) -> Why {
    // The library reads as many bytes as attr.size says, and the attr may have fewer.
    let mut copy = [0u64; ATTR_MOST / 8];
    let len = std::mem::size_of::<A>().min(ATTR_MOST);
    // SAFETY: both have len bytes, and bytes of any kind are a [u64]; RawWhy is numbers alone, which
    // the library fills in.
    let raw = unsafe {
        ptr::copy_nonoverlapping((attr as *const A).cast::<u8>(), copy.as_mut_ptr().cast(), len);
        let call = RawCall {
            attr: copy.as_ptr().cast(),
            pid: args.0,
            cpu: args.1,
            group_fd: args.2,
            flags: args.3,
            error: args.4,
            attr_size: 0,
            reserved: [0; 7],
        };
        let mut raw: Box<RawWhy> = Box::new(std::mem::zeroed());
        perfattr_explain(handle, &call, 0, raw.as_mut());
        raw
    };
    Why::new(&raw)
}

/// Why was this call refused? `attr` is the `perf_event_attr` that was passed, as any crate declares
/// it, `errno` what the call has set. To be asked at once, by the thread that has made the call.
pub fn explain<A>(attr: &A, pid: i32, cpu: i32, group_fd: i32, flags: u64, errno: i32) -> Why {
    ask(ptr::null_mut(), attr, (pid, cpu, group_fd, flags, errno))
}

/// Keeps four descriptors and what seldom changes, for many calls. Threads may share it.
#[derive(Debug)]
pub struct Explainer(*mut RawHandle);

// SAFETY: while a thread uses the handle, others are answered without it.
unsafe impl Send for Explainer {}
unsafe impl Sync for Explainer {}

impl Explainer {
    pub fn new() -> Self {
        // SAFETY: it has no arguments; NULL is a handle, too.
        Explainer(unsafe { perfattr_open() })
    }

    /// As [`explain`].
    pub fn explain<A>(&self, attr: &A, pid: i32, cpu: i32, group_fd: i32, flags: u64, errno: i32) -> Why {
        ask(self.0, attr, (pid, cpu, group_fd, flags, errno))
    }
}

impl Default for Explainer {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Explainer {
    fn drop(&mut self) {
        // SAFETY: it is of perfattr_open(), and not used any more.
        unsafe { perfattr_close(self.0) }
    }
}
