#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""check_workflows.py: each script, make target, kernel and guest test that a workflow of .github/workflows names is in
this checkout. Workflows run elsewhere, so a wrong name would be seen after a push only. A command that this test cannot
read is a fault, too. So is a name in action.yml that is not there. Each name is then replaced by a wrong one, which must be found. TAP.
"""
import copy
import glob
import itertools
import os
import re
import shlex
import subprocess
import sys

import yaml

from tap import end, ok

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
# Programs that are not of this checkout: their arguments are not looked at.
PROGRAMS = {"apt-get", "git", "test"}
ACTIONS = {"actions/checkout@v4", "actions/upload-artifact@v4"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


TARGETS = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.M))
PACKAGES = set(re.findall(r"^packages_(\w+)=", read("scripts/setup"), re.M))
KERNELS = set(subprocess.run(["bash", "-c", ". scripts/lib.sh; . scripts/kernels.sh; kernel_names"], check=True,
                             capture_output=True, text=True, timeout=60).stdout.split())
TESTS = {os.path.basename(path)[:-2] for path in glob.glob("tests/guest/*.t")}


def lacks(kind, names, known):
    return [f"there is no {kind} {name}" for name in names if name not in known]


def make_faults(words):
    """The faults in the arguments of make: targets, and variables whose values are names."""
    variables = dict(word.split("=", 1) for word in words if "=" in word)
    targets = [word for word in words if "=" not in word]
    faults = [] if targets else ["make without a target"]
    faults += lacks("target", targets, TARGETS)
    faults += lacks("variable that this test knows:", variables, {"KERNEL", "T"})
    faults += lacks("kernel", [variables["KERNEL"]] if "KERNEL" in variables else [], KERNELS)
    return faults + lacks("guest test", variables.get("T", "").split(), TESTS)


def script_faults(script, words):
    """The faults in the name and the arguments of a script of this checkout."""
    if not os.access(script, os.X_OK) or not os.path.isfile(script):
        return [f"there is no script {script}"]
    if script == "scripts/check":
        return lacks("target", [word if word == "lint" else f"check-{word}" for word in words], TARGETS)
    if script == "scripts/build":
        return lacks("kernel", words, KERNELS)
    if script == "scripts/setup":
        return lacks("group of packages", words, PACKAGES)
    return [f"{script}: this test knows no arguments of it"] if words else []


def command_faults(line):
    words = shlex.split(line)
    if not words or words[0] in PROGRAMS:
        return []
    if words[0] == "make":
        return make_faults(words[1:])
    if "/" in words[0]:
        return script_faults(words[0], words[1:])
    return [f"not a command that this test knows: {line}"]


def filled_in(job):
    """The steps of a job, once for each combination of its matrix, with the values put in."""
    matrix = {key: values for key, values in job.get("strategy", {}).get("matrix", {}).items()}
    for values in itertools.product(*matrix.values()):
        text = yaml.safe_dump(job["steps"])
        for key, value in zip(matrix, values):
            text = text.replace("${{ matrix.%s }}" % key, str(value))
        yield from yaml.safe_load(text)


def step_faults(step):
    """The faults in one step: what it runs, the action that it uses, the paths of its artifacts."""
    faults = [fault for line in step.get("run", "").splitlines() for fault in command_faults(line)]
    faults += ["neither run nor uses"] if ("run" in step) == ("uses" in step) else []
    faults += lacks("action that this test knows:", [step["uses"]] if "uses" in step else [], ACTIONS)
    faults += [f"not filled in: {step['run']}" for _ in [0] if "${{" in step.get("run", "")]
    paths = str(step.get("with", {}).get("path", "")).split()
    return faults + [f"not a built file: {path}" for path in paths if not path.startswith("build/")]


def faults_of(workflow):
    return [f"{name}: {fault}" for name, job in workflow["jobs"].items() for step in filled_in(job)
            for fault in step_faults(step)]


def commands_of(workflow):
    return [line for job in workflow["jobs"].values() for step in job["steps"] for line in step.get("run", "").splitlines()]


def places(workflow):
    """Where a name stands that is of this checkout: the job, the step, and the place in its command."""
    for name, job in workflow["jobs"].items():
        for i, step in enumerate(job["steps"]):
            for line in [step.get("run", "")]:
                if line and shlex.split(line)[0] not in PROGRAMS:
                    yield from ((name, i, found.end()) for found in re.finditer(r"[\w.}](?=[\s\"]|$)", line))


def not_found(workflow):
    """Names that can be replaced by a wrong one, and no fault is found."""
    for name, i, end in places(workflow):
        wrong = copy.deepcopy(workflow)
        step = wrong["jobs"][name]["steps"][i]
        step["run"] = f"{step['run'][:end]}x{step['run'][end:]}"
        if not faults_of(wrong):
            yield step["run"]


def action_faults(action):
    """The faults of action.yml: scripts that are not there, inputs that no step reads, values that are no input."""
    given, steps = action["inputs"], action["runs"]["steps"]
    scripts = [path for step in steps for path in re.findall(r"\$GITHUB_ACTION_PATH/([\w/-]+)", step["run"])]
    used = [name for step in steps for value in step.get("env", {}).values() for name in re.findall(r"inputs\.(\w+)", value)]
    read_in = [name for step in steps for name in step.get("env", {}) if f'"${name}"' not in step["run"]]
    kernel = given["kernel"]["default"]
    return (lacks("script", scripts, {path for path in scripts if os.access(path, os.X_OK)}) + lacks("input", used, given) +
            lacks("use of input", given, used) + lacks("use of variable", read_in, ()) + lacks("kernel", [kernel], KERNELS) +
            (["no step"] if not scripts else []))


def action_checks(path):
    action = yaml.safe_load(read(path))
    ok(action_faults(action), f"{path}: its scripts, inputs and kernel are there")
    for what, change in (("script", lambda a: a["runs"]["steps"][1].update(run=a["runs"]["steps"][1]["run"].replace("/vm", "/vmx"))),
                         ("input", lambda a: a["inputs"].pop("folder")),
                         ("variable", lambda a: a["runs"]["steps"][1]["env"].update(MORE="1"))):
        wrong = copy.deepcopy(action)
        change(wrong)
        ok([] if action_faults(wrong) else [what], f"... and a wrong {what} is found")


def main():
    paths = sorted(glob.glob(".github/workflows/*.yml"))
    ok([] if {os.path.basename(path) for path in paths} == {"ci.yml", "release.yml"} else paths, "the workflows are ci and release")
    together = []
    for path in paths:
        workflow = yaml.safe_load(read(path))
        ok(faults_of(workflow), f"{path}: each name is in this checkout")
        planted = len(list(places(workflow)))
        ok(list(not_found(workflow)) if planted else ["no name was found"], f"... and {planted} wrong names are found")
        together += commands_of(workflow)
    needed = {"scripts/check host", "make deb", "make dist"}
    ok(lacks("step", needed, together), "the host tests run, and packages and tarball are made")
    ok(lacks("step", [f"{what}..." for what in ("scripts/build ", "make check-guest ")
                      if not any(line.startswith(what) for line in together)], ()), "the module is built, and a guest runs")
    action_checks("action.yml")
    return end()


sys.exit(main())
