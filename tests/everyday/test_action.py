"""The steps of action.yml, run as scripts with the variables that a runner sets.

usage: test_action.py SOURCE PROGRAM VERSION
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

BAD = "static int n_calls;\nint use(void) { return n_calls++; }\n"
METADATA = "Metadata-Version: 2.1\nName: insulate\nVersion: {}\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def check(condition, what, *seen):
    if not condition:
        raise SystemExit("not ok: " + "\n".join([what, *map(str, seen)]))
    print(f"ok: {what}", flush=True)


def read_action(text):
    """The steps as {id: {"run": …, "uses": …, "env": {…}}} and the defaults of the inputs.
    The file is written so that this suffices: no YAML parser is needed."""
    inputs, steps = {}, {}
    section = text.split("\noutputs:")[0]
    for name, default in re.findall(r"^  (\w+):\n    description: .*\n    default: (.*)$",
                                    section, re.M):
        inputs[name] = default.strip('"')
    for part in re.split(r"^    - id: ", text, flags=re.M)[1:]:
        step = {key: value.strip("'") for key, value in
                re.findall(r"^      (\w+): (.+)$", part, re.M)}
        step["env"] = dict(re.findall(r"^        (INSULATE_\w+): \$\{\{ (.*) \}\}$", part, re.M))
        steps[part.split("\n")[0]] = step
    return inputs, steps


class Runner:
    """As little of GitHub's runner as the steps use."""

    def __init__(self, source, folder, program, version):
        self.source, self.folder = source, folder
        self.inputs, self.steps = read_action((source / "action.yml").read_text())
        self.work = folder / "work"
        self.work.mkdir()
        self.files = {}
        for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"):
            self.files[name] = folder / name.lower()
        self.shelf = folder / "shelf"
        self.shelf.mkdir()
        self.make_wheel(program, version)

    def make_wheel(self, program, version):
        """What PyPI would give: a wheel of that version whose program is ours."""
        info = f"insulate-{version}.dist-info"
        files = {f"{info}/METADATA": METADATA.format(version), f"{info}/WHEEL": WHEEL,
                 f"insulate-{version}.data/scripts/insulate":
                     f'#!/bin/sh\nexec {program} "$@"\n'}
        files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
        with zipfile.ZipFile(self.shelf / f"insulate-{version}-py3-none-any.whl", "w") as out:
            for name, text in files.items():
                member = zipfile.ZipInfo(name)
                member.external_attr = 0o100755 << 16
                out.writestr(member, text)

    def step(self, name, inputs, outputs):
        for path in self.files.values():
            path.write_text("")
        step = self.steps[name]
        values = {f"inputs.{key}": value for key, value in {**self.inputs, **inputs}.items()}
        values.update({f"steps.run.outputs.{key}": value for key, value in outputs.items()})
        path = os.environ["PATH"]
        if (self.folder / "temp/insulate/bin").exists():
            path = f"{self.folder}/temp/insulate/bin:{path}"
        environment = {**os.environ, **{k: str(v) for k, v in self.files.items()},
                       "PATH": path, "RUNNER_TEMP": str(self.folder / "temp"),
                       "GITHUB_ACTION_PATH": str(self.source),
                       "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.shelf),
                       **{key: values[value] for key, value in step["env"].items()}}
        done = subprocess.run(["bash", "-c", step["run"]], cwd=self.work, env=environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        written = dict(line.split("=", 1) for line in
                       self.files["GITHUB_OUTPUT"].read_text().splitlines())
        return done, written

    def run(self, **inputs):
        """(exit status of the step, its log, its outputs, the summary)"""
        done, outputs = self.step("run", inputs, {})
        return (done.returncode, done.stdout, outputs,
                self.files["GITHUB_STEP_SUMMARY"].read_text())


def check_file(source, version):
    inputs, steps = read_action((source / "action.yml").read_text())
    check(inputs["version"] == version, "the action installs this version", inputs)
    check(list(steps) == ["install", "run", "upload", "finish"], "its steps", list(steps))
    for name, step in steps.items():
        if name == "upload":
            check(re.fullmatch(r"github/codeql-action/upload-sarif@[0-9a-f]{40} # v\d.*",
                               step["uses"]), "the upload is pinned by hash", step)
            continue
        path = step["run"].strip('"').replace("$GITHUB_ACTION_PATH", str(source))
        check(os.access(path, os.X_OK), f"{name} is a script", step)
        check("${{" not in step["run"], "no value is text of a script", step)
        check(all(value.split(".")[0] == "steps" or value.split(".")[1] in inputs
                  for value in step["env"].values()), "its values are inputs", step)


def check_runs(runner):
    (runner.folder / "temp").mkdir()
    done, _ = runner.step("install", {}, {})
    check(done.returncode == 0, "the pinned version is installed", done.stdout)
    check((runner.folder / "temp/insulate/bin/insulate").exists(), "in its environment")
    check(runner.files["GITHUB_PATH"].read_text().strip()
          == str(runner.folder / "temp/insulate/bin"), "and put on PATH")
    done, _ = runner.step("install", {"version": "99.9"}, {})
    check(done.returncode != 0, "a version that is not there fails", done.stdout)

    (runner.work / "my file.c").write_text(BAD)
    (runner.work / "compile_commands.json").write_text(json.dumps(
        [{"directory": ".", "file": "my file.c", "arguments": ["cc", "-c", "my file.c"]}]))
    status, log, outputs, summary = runner.run(arguments="my file.c\n\n--quiet\n")
    check(status == 0 and "::error file=my file.c,line=1" in log, "findings annotate", log)
    check(outputs == {"status": "1", "sarif": "insulate.sarif"}, "outputs", outputs)
    check("| error | <code>my file.c:1</code>" in summary, "the summary", summary)
    sarif = json.loads((runner.work / "insulate.sarif").read_text())
    check(len(sarif["runs"][0]["results"]) == 1, "SARIF")
    for fail, wanted in (("true", 1), ("false", 0)):
        done, _ = runner.step("finish", {"fail": fail}, outputs)
        check(done.returncode == wanted, f"fail: {fail}", done.returncode)

    status, log, outputs, summary = runner.run(arguments="no-such-file.c")
    check(status == 2 and "no-such-file.c" in log, "what cannot be done fails at once", log)
    status, log, _, _ = runner.run(command="prove; touch injected")
    check(status == 2 and not (runner.work / "injected").exists(), "other commands do not", log)
    status, log, _, _ = runner.run(arguments="$(touch injected)\n`touch injected`; touch injected")
    check(status == 2 and not (runner.work / "injected").exists(), "words are not code", log)

    many = "".join(f"static int spam_{'x' * 100}_{i};\nint use_{i}(void) {{ return "
                   f"spam_{'x' * 100}_{i}++; }}\n" for i in range(3000))
    (runner.work / "my file.c").write_text(many)
    status, log, _, summary = runner.run(arguments="my file.c")
    check(status == 0 and 500_000 < len(summary.encode()) < 1 << 20
          and summary.rstrip().endswith("the SARIF file has the rest | |"),
          "a summary fits GitHub", status, len(summary), summary[-300:])


def main():
    source, program, version = (Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(),
                                sys.argv[3])
    check_file(source, version)
    with tempfile.TemporaryDirectory(prefix="insulate-action-") as name:
        check_runs(Runner(source, Path(name), program, version))
    return 0


if __name__ == "__main__":
    sys.exit(main())
