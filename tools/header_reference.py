#!/usr/bin/env python3
"""Writes the reference in docs/header.md from the comments of include/insulate.h, and
its listings from the files they name.

    header_reference.py PROJECT           write it
    header_reference.py PROJECT --check   status 1 if it is not what the header says

A comment that documents begins with the name and a colon, has a line for each parameter,
and the labels below; each public name of the header must have one.
"""

import re
import sys
from pathlib import Path

LABELS = ("Returns", "Errors", "Thread state", "Since", "Source")
# What a type has, which is neither called nor raises.
LABELS_OF_TYPES = ("Since", "Source")
BEGIN = "<!-- reference: from include/insulate.h by tools/header_reference.py -->\n"
SECTION = re.compile(r"^/\* -+ (.+) \*/$")


def documented(lines):
    """(section, name, text of the comment, what follows it), in order."""
    section, number = "the header itself", 0
    while number < len(lines):
        line = lines[number]
        number += 1
        found = SECTION.match(line)
        if found:
            section = found[1]
            continue
        found = re.match(r"^/\* ((?:Insulate|INSULATE)_\w+): ", line)
        if not found:
            continue
        comment = [line[3:]]
        while not line.endswith("*/"):
            line = lines[number]
            number += 1
            comment.append(re.sub(r"^ \* ?", "", line))
        comment[-1] = comment[-1].removesuffix("*/").removesuffix("/").rstrip()
        yield section, found[1], comment, lines[number:number + 60]


def public_names(text):
    """What the header defines for its users."""
    names = set(re.findall(r"^#\s*define (INSULATE_\w+)", text, re.M))
    names |= set(re.findall(r"^(?:static inline )?(Insulate_\w+)\(", text, re.M))
    names |= set(re.findall(r"^} (Insulate_\w+);", text, re.M))
    # The guard, and names that users define.
    return (names | {"INSULATE_PORTABLE_MODULE_STATE"}) - {"INSULATE_H"}


def parts_of(comment):
    """(sentence, [(parameter, text)], {label: text})"""
    head, parameters, labels = [], [], {}
    target = None
    for line in comment:
        label = re.match(rf"^({'|'.join(LABELS)}): (.*)$", line)
        parameter = re.match(r"^  ([\w.]+(?:, [\w.]+)*): (.*)$", line)
        if label:
            target = labels[label[1]] = [label[2]]
        elif parameter and not labels:
            target = [parameter[2]]
            parameters.append((parameter[1], target))
        elif target is None:
            head.append(line)
        else:
            target.append(line)
    return head, parameters, labels


def signature(name, following):
    """The parameters of a function or macro, as they are declared; None of a type."""
    text = "\n".join(following)
    macro = re.search(rf"^#\s*define {name}(\([^)]*\))?", text, re.M)
    function = re.search(rf"^{name}(\([^{{;]*\))$", text, re.M)
    found = function or macro
    if found is None:
        return None
    return re.sub(r"\s+", " ", found[1] or "")


def faults_of(text, entries):
    """What is missing from the header's comments."""
    names = {name for _, name, _, _ in entries}
    for name in sorted(public_names(text) - names):
        yield f"{name} is not documented"
    for name in sorted(names - public_names(text)):
        yield f"{name} is documented, and not there"
    for _, name, comment, following in entries:
        _, parameters, labels = parts_of(comment)
        declared = signature(name, following)
        wanted = LABELS_OF_TYPES if declared is None else LABELS
        is_void = re.search(rf"^_INSULATE_INLINE void\n{name}\(", "\n".join(following), re.M)
        for label in wanted:
            if label not in labels and not (label == "Returns" and is_void):
                yield f"{name}: no \"{label}:\""
        described = {each for group, _ in parameters for each in group.split(", ")}
        if declared:
            words = re.findall(r"(\w+|\.\.\.)\s*(?:,|\))", declared)
            for word in words:
                if word not in described and word != "void":
                    yield f"{name}: nothing about {word}"
            for word in sorted(described - set(words)):
                yield f"{name}: {word} is no parameter"


def prose(lines):
    return re.sub(r"\s+", " ", " ".join(lines)).strip()


def markdown_of(lines):
    """Running text, with the lists that an indentation makes."""
    items, text = [], []
    for line in lines:
        if re.match(r"^  \S", line) and items or re.match(r"^  \S.*[:;]", line):
            items.append([line])
        elif items:
            items[-1].append(line)
        else:
            text.append(line)
    return prose(text), [prose(item) for item in items]


def reference(entries):
    section = None
    for of_section, name, comment, following in entries:
        if of_section != section:
            section = of_section
            yield f"\n## {section[0].upper()}{section[1:]}"
        head, parameters, labels = parts_of(comment)
        sentence = prose(head).removeprefix(f"{name}: ")
        yield f"\n### `{name}{signature(name, following) or ''}`\n"
        yield f"{sentence[0].upper()}{sentence[1:]}\n"
        for group, text in parameters:
            yield f"- `{group}`: {prose(text)}"
        if parameters:
            yield ""
        for label in LABELS:
            if label in labels:
                text, items = markdown_of(labels[label])
                yield f"*{label}*: {text}" + ("" if items else "  ")
                yield from ("- `" + item.replace(": ", "`: ", 1) for item in items)
                if items:
                    yield ""


def with_listings(project, page):
    """The page, each listing as its file has it."""
    def listing(found):
        text = (project / found[1]).read_text()
        return f"<!-- listing: {found[1]} -->\n```c\n{text}```\n"
    return re.sub(r"<!-- listing: (\S+) -->\n```c\n.*?```\n", listing, page, flags=re.S)


def faults_of_table(project, page, names):
    """What the table of the guide's demands names and is not there."""
    rows = [line for line in page.split("\n## ") if line.startswith("What the guide asks")]
    if len(rows) != 1:
        yield "docs/header.md has no table of what the guide asks for"
        return
    behaviour = (project / "tests/header/behaviour.py").read_text()
    for row in re.findall(r"^\| (.*) \|$", rows[0], re.M)[2:]:
        demand, gives, example, tests = row.split(" | ")
        for name in re.findall(r"`(I\w+)`", gives):
            if name not in names:
                yield f"{demand}: the header has no {name}"
        for folder in re.findall(r"\(\.\./(.*?)\)", example):
            if not (project / folder / "test.py").exists():
                yield f"{demand}: there is no {folder}"
        for test in re.findall(r"`(.*?)`", tests):
            known = (project / test).exists() if "/" in test else \
                f"    def {test}(self" in behaviour
            if not known:
                yield f"{demand}: there is no test {test}"
        if "](" not in example or "`" not in tests:
            yield f"{demand}: no example, or no test"


def main():
    project = Path(sys.argv[1])
    text = (project / "include/insulate.h").read_text()
    entries = list(documented(text.splitlines()))
    faults = list(faults_of(text, entries))
    page = project / "docs/header.md"
    before = page.read_text()
    if BEGIN not in before:
        faults.append(f"docs/header.md has no line {BEGIN}")
    faults += faults_of_table(project, before, public_names(text))
    after = with_listings(project, before.split(BEGIN)[0]) + BEGIN + "\n".join(reference(entries)).rstrip() + "\n"
    if "--check" in sys.argv:
        if before != after:
            faults.append("docs/header.md is not what tools/header_reference.py writes")
    else:
        page.write_text(after)
    print("\n".join(faults) or f"{len(entries)} names documented")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
