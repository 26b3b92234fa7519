// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
//! Compiles perfattr.c, which `make amalgamation` writes: the one in PERFATTR_SOURCE, or beside
//! Cargo.toml; in a checkout it is made, and made again when a source of it has changed.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(status.success(), "{command:?}: {status}");
}

fn source(here: &Path, out: &Path) -> PathBuf {
    if let Some(folder) = env::var_os("PERFATTR_SOURCE") {
        return folder.into();
    }
    if here.join("perfattr.c").exists() {
        return here.into();
    }
    let userspace = here.join("../../userspace");
    for part in ["userspace", "kmod/core", "scripts/amalgamate", "VERSION"] {
        println!("cargo:rerun-if-changed={}", here.join("../..").join(part).display());
    }
    run(Command::new("make")
        .env_remove("MAKEFLAGS")
        .arg("-s")
        .arg("-C")
        .arg(userspace)
        .arg(format!("O={}", out.display()))
        .arg("amalgamation"));
    out.join("amalgamation")
}

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let folder = source(&here, &out);
    let cc = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let ar = env::var_os("AR").unwrap_or_else(|| "ar".into());
    let object = out.join("perfattr.o");
    run(Command::new(cc)
        .args(["-std=gnu11", "-Os", "-fPIC", "-fno-asynchronous-unwind-tables", "-c"])
        .arg(folder.join("perfattr.c"))
        .arg("-o")
        .arg(&object));
    run(Command::new(ar).arg("rcs").arg(out.join("libperfattr.a")).arg(&object));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=perfattr");
    println!("cargo:rerun-if-env-changed=PERFATTR_SOURCE");
    if !folder.starts_with(&out) {
        println!("cargo:rerun-if-changed={}", folder.join("perfattr.c").display());
    }
}
