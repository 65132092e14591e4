"""The hooks of .pre-commit-hooks.yaml, run by pre-commit in a repository of its own.

usage: test_hooks.py SOURCE PROGRAM MODULE

SOURCE is the project's folder, PROGRAM the insulate that the hooks find, MODULE a compiled
extension module that is not isolated.  Status 77 (skipped), with the reason, where pip
cannot fetch pre-commit.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SKIPPED = 77
CONFIG = """\
repos:
- repo: {hooks}
  rev: {revision}
  hooks:
  - id: insulate-check
  - id: insulate-scan
"""
BAD = "static int n_calls;\nint use(void) { return n_calls++; }\n"
GOOD = "int use(void) { return 1; }\n"


def check(condition, what, *seen):
    if not condition:
        raise SystemExit("not ok: " + "\n".join([what, *map(str, seen)]))
    print(f"ok: {what}", flush=True)


class Repository:
    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment
        folder.mkdir()
        self.git("init", "-q", ".")

    def run(self, *words):
        return subprocess.run([str(word) for word in words], cwd=self.folder, text=True,
                              env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)

    def git(self, *words):
        done = self.run("git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words)
        check(done.returncode == 0, f"git {words[0]}", done.stdout)
        return done.stdout.strip()

    def write(self, **files):
        for name, text in files.items():
            (self.folder / name.replace("_c", ".c")).write_text(text)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--no-verify", "-m", "all")
        return self.git("rev-parse", "HEAD")


def install(folder):
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    done = subprocess.run([folder / "bin/python", "-m", "pip", "install", "--quiet",
                           "--disable-pip-version-check", "pre-commit"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        print("SKIPPED: pip cannot fetch pre-commit:", done.stderr.strip()[-500:])
        sys.exit(SKIPPED)
    return folder / "bin/pre-commit"


def check_sources(project, pre_commit):
    database = [{"directory": ".", "file": name, "arguments": ["cc", "-c", name]}
                for name in ("bad.c", "good.c")]
    project.write(bad_c=BAD, good_c=GOOD)
    (project.folder / "compile_commands.json").write_text(json.dumps(database))
    (project.folder / "spam.h").write_text(BAD)
    project.commit()
    (project.folder / "good.c").write_text(GOOD + "\n")
    (project.folder / "spam.h").write_text(BAD + "\n")
    project.git("add", "-A")
    done = project.run(pre_commit, "run")
    check(done.returncode == 0 and "Passed" in done.stdout,
          "what did not change is not checked, nor are headers alone", done.stdout)
    (project.folder / "bad.c").write_text(BAD + "\n")
    project.git("add", "-A")
    done = project.run(pre_commit, "run")
    check(done.returncode == 1 and "bad.c:1:12: error:" in done.stdout,
          "a changed file with a finding fails", done.stdout)
    check("insulate scan" not in done.stdout, "and no wheel is asked for", done.stdout)


def check_wheels(project, pre_commit, module):
    words = (pre_commit, "run", "--hook-stage", "pre-push", "--all-files", "insulate-scan")
    done = project.run(*words)
    check(done.returncode == 1 and "dist: No such file" in done.stdout,
          "without dist/ the scan says so", done.stdout)
    (project.folder / "dist").mkdir()
    wheel = project.folder / "dist/spam-1.0-cp312-cp312-manylinux2014_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as out:
        out.write(module, f"spam/{module.name}")
    done = project.run(*words)
    check(done.returncode == 1 and f"{wheel.name}!/spam/" in done.stdout,
          "a wheel with process-wide state fails", done.stdout)


def main():
    source, program, module = (Path(word).resolve() for word in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="insulate-hooks-") as name:
        folder = Path(name)
        pre_commit = install(folder / "environment")
        environment = {**os.environ, "PRE_COMMIT_HOME": str(folder / "cache"),
                       "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
        hooks = Repository(folder / "hooks", environment)
        shutil.copy(source / ".pre-commit-hooks.yaml", hooks.folder)
        done = hooks.run(pre_commit, "validate-manifest", ".pre-commit-hooks.yaml")
        check(done.returncode == 0 and not done.stdout, "the manifest is valid", done.stdout)
        revision = hooks.commit()
        project = Repository(folder / "project", environment)
        (project.folder / ".pre-commit-config.yaml").write_text(
            CONFIG.format(hooks=hooks.folder, revision=revision))
        check_sources(project, pre_commit)
        check_wheels(project, pre_commit, module)
    return 0


if __name__ == "__main__":
    sys.exit(main())
