"""Every rule has a page and every page a rule; both say the same level."""

import pathlib
import subprocess
import sys


def main():
    project, program = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    run = subprocess.run([program, "rule"], capture_output=True, text=True, check=True)
    rules = {line.split()[0]: line.split()[1] for line in run.stdout.splitlines()}
    pages = {path.stem: path.read_text() for path in (project / "docs/rules").glob("*.md")}
    faults = [f"rule {name} has no page in docs/rules" for name in rules.keys() - pages]
    faults += [f"docs/rules/{name}.md is of no rule" for name in pages.keys() - rules]
    for name in sorted(rules.keys() & pages.keys()):
        page = pages[name]
        if not page.startswith(f"# {name}\n"):
            faults.append(f"docs/rules/{name}.md does not begin with its name")
        if f"**{rules[name]}.**" not in page:
            faults.append(f"docs/rules/{name}.md does not say **{rules[name]}.**")
        shown = subprocess.run([program, "rule", name], capture_output=True, text=True)
        if shown.returncode != 0 or shown.stdout != page:
            faults.append(f"`insulate rule {name}` does not show its page")
    print("\n".join(faults) or f"{len(rules)} rules, {len(pages)} pages")
    return 1 if faults or not rules else 0


if __name__ == "__main__":
    sys.exit(main())
