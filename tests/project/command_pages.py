"""docs/commands.md has a section for each command and names each of its options."""

import pathlib
import re
import subprocess
import sys


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def options_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))


def main():
    project, program = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    text = (project / "docs/commands.md").read_text()
    sections = dict(re.findall(r"^## `?([a-z ]+)`?$(.*?)(?=^## |\Z)", text, re.M | re.S))
    commands = re.findall(r"^  ([a-z]+) ", output_of(program, "--help"), re.M)
    faults = [f"--help names no command in {commands}"] if not commands else []
    common = options_of(sections.get("common options", ""))
    for command in commands:
        section = sections.get(command)
        if section is None:
            faults.append(f"docs/commands.md has no section for {command}")
            continue
        shown = options_of(output_of(program, command, "--help"))
        for option in sorted(shown - options_of(section) - common):
            faults.append(f"docs/commands.md does not describe {command} {option}")
        table = options_of("\n".join(re.findall(r"^\| `.*?` ", section, re.M)))
        for option in sorted(table - shown):
            faults.append(f"docs/commands.md describes {command} {option}, which is gone")
    print("\n".join(faults) or f"{len(commands)} commands described")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
