#!/usr/bin/env python3
"""What a release is made with: the workflow, the bill of materials, the published tree.

    test_release.py SOURCE

The bill is validated against CycloneDX's own schema, the workflow read with a YAML
parser; status 77 (skipped), with the reason, where pip cannot fetch these.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
PACKAGES = ["cyclonedx-python-lib[json-validation]>=9", "pyyaml"]
PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40}")
HOME = "https://example.org/group/insulate"


def check(condition, what, *seen):
    if not condition:
        raise SystemExit("not ok: " + "\n".join([what, *map(str, seen)]))
    print(f"ok: {what}", flush=True)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          **options)


def check_bill(source):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    validator = JsonStrictValidator(SchemaVersion.V1_6)
    program = source / "packaging/bill_of_materials.py"
    text = run(sys.executable, program).stdout
    check(validator.validate_str(text) is None, "the bill of materials is valid CycloneDX",
          validator.validate_str(text))
    check(run(sys.executable, program).stdout == text, "the same bill twice")
    bill = json.loads(text)
    sources = json.loads((source / "packaging/sources.json").read_text())
    named = {part["name"]: part for part in bill["components"]}
    check(set(named) == set(sources), "it names each library that is linked in", named)
    for name, library in sources.items():
        (found,) = named[name]["hashes"]
        check(named[name]["version"] == library["version"]
              and found["content"] in library["sha256"], f"{name}: version and hash", found)
    references = {part["bom-ref"] for part in bill["components"]}
    check(all(set(each["dependsOn"]) <= references for each in bill["dependencies"]),
          "its dependencies are among its components")
    named["zlib"]["hashes"][0]["content"] = "none"
    check(validator.validate_str(json.dumps(bill)) is not None, "a wrong bill is not valid")

    with tempfile.TemporaryDirectory() as name:
        built = {each: {"sha256": library["sha256"][-1], "url": None, "archive": "repacked"}
                 for each, library in sources.items()}
        (Path(name) / "sources-built.json").write_text(json.dumps(built))
        text = run(sys.executable, program, name).stdout
        parts = json.loads(text)["components"]
        check(validator.validate_str(text) is None and all(
            part["hashes"][0]["content"] == built[part["name"]]["sha256"] for part in parts),
            "a bill of what was built names the archives that were taken", text)


def check_workflow(source):
    import yaml

    text = (source / ".github/workflows/release.yml").read_text()
    workflow = yaml.safe_load(text)
    jobs = workflow["jobs"]
    check(workflow["permissions"] == {} and workflow[True] == {"push": {"tags": ["v*"]}},
          "nothing is allowed but what a job asks for; tags only")
    writers = {name for name, job in jobs.items()
               if "write" in job.get("permissions", {}).values()}
    check(writers == {"publish"} and jobs["publish"]["environment"] == "pypi"
          and set(jobs["publish"]["needs"]) == {"build", "try"},
          "only the last job may sign, after the wheels were tried", writers)
    steps = [step for job in jobs.values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    check(used and all(PINNED.fullmatch(each) for each in used), "actions are pinned", used)
    check(all(re.search(rf"{each} # v\d", text) for each in used), "and their versions told")
    check({each.split("@")[0] for each in used} >= {
        "pypa/gh-action-pypi-publish", "actions/attest-build-provenance",
        "actions/attest-sbom"}, "trusted publishing, provenance, bill of materials")
    scripts = [step["run"] for step in steps if "run" in step]
    check(not any("${{" in script for script in scripts),
          "values reach scripts as variables, never as text", scripts)
    for path in re.findall(r"(?:/src/)?(packaging/[\w/.]+)", "\n".join(scripts)):
        check((source / path).is_file() and (path.endswith(".py")
              or os.access(source / path, os.X_OK)), f"there is {path}")
    targets = re.search(r"^TARGETS = \((.*?)\)",
                        (source / "packaging/wheel.py").read_text(), re.M | re.S)[1]
    for target in re.findall(r'"([^"]+)"', targets):
        check(any(target in script.split() for script in scripts), f"{target} is built")

    version = re.search(r"^  version: '(.*)'", (source / "meson.build").read_text(), re.M)[1]
    for tag, status in ((f"v{version}", 0), (f"v{version}.1", 1), (version, 1)):
        done = run(source / "packaging/action/version", cwd=source,
                   env={**os.environ, "TAG": tag})
        check(done.returncode == status, f"the tag {tag}: status {status}", done)


def check_cibuildwheel(source):
    """The configuration is read; building needs the images."""
    fetched = run(sys.executable, "-m", "pip", "install", "-q", "cibuildwheel>=2.21")
    if fetched.returncode != 0:
        print("not tried: pip cannot fetch cibuildwheel:", fetched.stderr[-300:])
        return
    done = run(sys.executable, "-m", "cibuildwheel", "--print-build-identifiers",
               "--platform", "linux", "--archs", "x86_64 aarch64", source)
    wanted = {f"cp313-{system}_{machine}" for system in ("manylinux", "musllinux")
              for machine in ("x86_64", "aarch64")}
    check(done.returncode == 0 and set(done.stdout.split()) == wanted,
          "cibuildwheel reads its configuration: one wheel for each system", done)


def check_publication(source):
    sys.path.insert(0, str(source / "packaging"))
    from publication import prepare, with_links

    text = "[a](b.md) [c](https://d) [e](#f) [g](h/) ![i](j.svg)"
    check(with_links(text, "x/{}?{}".format) == "[a](x/b.md?False) [c](https://d) [e](#f) "
          "[g](x/h/?False) ![i](x/j.svg?True)", "links get an address")
    check(with_links(text, lambda *words: "") == "a [c](https://d) [e](#f) g ", "or none")
    with tempfile.TemporaryDirectory() as name:
        for home in ("", HOME):
            tree = Path(name) / (home and "named" or "plain")
            prepare(source, tree, home, "1.2.3")
            readme = (tree / "README.md").read_text()
            links = re.findall(r"\]\(([^)]+)\)", readme)
            check(links and all(re.match("https?:", link) for link in links),
                  "the long description has no relative links", links)
            check((f"{HOME}/blob/v1.2.3/docs/commands.md" in links) == bool(home),
                  "and those of the home where it is known", links)
            settings = (tree / "pyproject.toml").read_text()
            check((f'Source = "{HOME}"' in settings and f"-Drule_url={HOME}/blob/v1.2.3/docs"
                   "/rules/NAME.md" in settings) == bool(home), "URLs and pages of rules")
            check((tree / "meson.build").read_bytes()
                  == (source / "meson.build").read_bytes(), "the rest is as it was")


def main():
    source = Path(sys.argv[1]).resolve()
    if len(sys.argv) == 2:
        with tempfile.TemporaryDirectory() as name:
            python = Path(name) / "bin/python"
            subprocess.run([sys.executable, "-m", "venv", name], check=True)
            fetched = run(python, "-m", "pip", "install", "-q", *PACKAGES)
            if fetched.returncode != 0:
                print("SKIPPED: pip cannot fetch", *PACKAGES, fetched.stderr[-500:])
                return SKIPPED
            return subprocess.run([python, __file__, source, "inside"]).returncode
    check_bill(source)
    check_workflow(source)
    check_publication(source)
    check_cibuildwheel(source)
    return 0


if __name__ == "__main__":
    sys.exit(main())
