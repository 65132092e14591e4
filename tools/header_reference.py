#!/usr/bin/env python3
"""Writes the reference in docs/header.md from the comments of insulate.h and its parts,
and its listings from the files they name.

    header_reference.py PROJECT           write it
    header_reference.py PROJECT --check   status 1 if it is not what the header says

A comment that documents begins with the name and a colon, has a line for each parameter,
and the labels below; each public name must have one, those that a macro declares
(PREFIX_state_from_module), and the kinds of fields, too.  No name may be one that C or
C++ keep for themselves, and docs/header-upgrade.md must have each deprecated one.
"""

import re
import sys
from pathlib import Path

LABELS = ("Returns", "Errors", "Thread state", "Since", "Source")
# What a type or a field has, which is neither called nor raises.
LABELS_OF_TYPES = ("Since", "Source")
BEGIN = "<!-- reference: from include/ by tools/header_reference.py -->\n"
UPGRADE = "docs/header-upgrade.md"
SECTION = re.compile(r"^/\* -+ (.+) \*/$")
# In the order in which they are read; deprecated.h is described by UPGRADE.
PARTS = ("insulate.h", "insulate/heap_types.h", "insulate/backports.h",
         "insulate/extension_class.h", "insulate/class_state.h", "insulate/callbacks.h",
         "insulate/capsules.h", "insulate/threads.h", "insulate/core.h")
# What users define, and nothing here does.
OF_USERS = {"INSULATE_USE_PRIVATE_LAYOUT", "INSULATE_NO_PYTHONCAPI_COMPAT"}
# What a macro declares for its users: the parameter that they name, and the rest.
PASTED = r"\b(PREFIX|TYPE|NAME)##_(\w+)"
DOCUMENTED = re.compile(r"^/\* ((?:Insulate|INSULATE|Py|PREFIX|TYPE|NAME)_?\w+"
                        r"|X\([A-Z]+, [^)]*\)): ")
SINCE = re.compile(r"^0\.\d+; CPython 3\.\d+(?:, CPython's own since 3\.\d+"
                   r"(?:, in the limited API since 3\.\d+)?)?\.$")
# Identifiers that C and C++ keep for compilers, and that are used, not defined.
FOREIGN = re.compile(r"__cplusplus|__GNUC__|__clang__|_MSC_VER|_WIN(?:32|64)|__has_include"
                     r"|__attribute__|__extension__|__declspec|__builtin_\w+|__int64"
                     r"|__(?:atomic|sync)_\w+|__ATOMIC_\w+|_Interlocked\w+|__VA_ARGS__"
                     r"|_Pragma|__pragma|_Py_OPAQUE_PYOBJECT|_PyThreadState_UncheckedGet")


class Part:
    """One file of the header."""

    def __init__(self, project, name):
        self.name = name
        self.text = (project / "include" / name).read_text()
        self.code = re.sub(r"/\*.*?\*/", " ", self.text, flags=re.S)
        self.entries = list(documented(self))


def documented(part):
    """(section, name, text of the comment), in order."""
    lines = part.text.splitlines()
    section, number = "the header itself", 0
    while number < len(lines):
        line = lines[number]
        number += 1
        found = SECTION.match(line)
        if found:
            section = found[1]
            continue
        found = DOCUMENTED.match(line)
        if not found:
            continue
        comment = [line[3:]]
        while not line.endswith("*/"):
            line = lines[number]
            number += 1
            comment.append(re.sub(r"^ \* ?", "", line))
        comment[-1] = comment[-1].removesuffix("*/").removesuffix("/").rstrip()
        yield section, found[1], comment


def public_names(part):
    """What a part defines for its users."""
    text = part.code
    names = set(re.findall(r"^#\s*define ((?:INSULATE_|Py)\w+)", text, re.M))
    names |= set(re.findall(r"^(Insulate_\w+)\(", text, re.M))
    names |= set(re.findall(r"^} (Insulate_\w+);", text, re.M))
    names |= {f"{parameter}_{rest}" for parameter, rest in re.findall(PASTED, text)
              if "insulate_" not in rest}
    names |= {name for name in OF_USERS if f"!defined({name})" in text
              or f"&& defined({name})" in text}
    return {name for name in names
            if not name.startswith("INSULATE_PRIV_") and not name.endswith("_H")
            # The kinds of members are one entry.
            and not (name.startswith("Py_T_") and name != "Py_T_INT")}


def field_kinds(part):
    """The kinds of fields, which exist as a part of private names only."""
    return set(re.findall(r"define INSULATE_PRIV_DECLARE_([A-Z]+)\(", part.code))


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


def signature(name, parts):
    """The parameters of a function or macro, as they are declared; None of a type."""
    if name.startswith("X("):
        return None
    text = "\n".join(part.code for part in parts)
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    pasted = re.sub(r"^(PREFIX|TYPE|NAME)_", r"\1##_", name)
    if pasted != name:
        found = re.search(r"(?:INSULATE_PRIV_\w+|static) [^;{}()]*?"
                          rf"\b{pasted}(\([^;{{}}]*?\))\s*[;{{]", joined)
        return re.sub(r"\s+", " ", found[1]) if found else None
    # A back-port is a macro that is named after a function.
    alias = re.search(rf"^#\s*define {name} (insulate_\w+)$", text, re.M)
    macro = re.search(rf"^#\s*define {name}(\([^)]*\))?", joined, re.M)
    function = re.search(rf"^{alias[1] if alias else name}(\([^{{;]*\))$", text, re.M)
    found = function or macro
    if found is None:
        return None if name not in OF_USERS else ""
    return re.sub(r"\s+", " ", found[1] or "")


def faults_of(part, parts):
    """What is missing from the comments of one part."""
    names = {name for _, name, _ in part.entries}
    kinds = {re.match(r"X\((\w+)", name)[1] for name in names if name.startswith("X(")}
    names = {name for name in names if not name.startswith("X(")}
    everywhere = {name for each in parts for _, name, _ in each.entries}
    for name in sorted(public_names(part) - everywhere):
        yield f"{part.name}: {name} is not documented"
    for name in sorted(names - public_names(part)):
        yield f"{part.name}: {name} is documented, and not there"
    for kind in sorted(field_kinds(part) ^ kinds):
        yield f"{part.name}: the field kind {kind} is not documented, or not there"
    for name in sorted(set(re.findall(r"\b(?:_[A-Z]\w*|\w*__\w*)\b",
                                      re.sub(r'"[^"\n]*"', "", part.code)))):
        if not FOREIGN.fullmatch(name):
            yield f"{part.name}: {name} is a name that C or C++ keep for themselves"
    for _, name, comment in part.entries:
        _, parameters, labels = parts_of(comment)
        declared = signature(name, parts)
        wanted = LABELS_OF_TYPES if declared is None else LABELS
        is_void = re.search(rf"^INSULATE_PRIV_INLINE void\n{re.escape(name)}\(", part.text,
                            re.M)
        for label in wanted:
            if label not in labels and not (label == "Returns" and is_void):
                yield f"{name}: no \"{label}:\""
        if not SINCE.match(prose(labels.get("Since", []))):
            yield f"{name}: \"Since:\" names no version of the header and of CPython"
        described = {each for group, _ in parameters for each in group.split(", ")}
        if declared:
            words = re.findall(r"(\w+|\.\.\.)\s*(?:,|\))", declared)
            for word in words:
                if word not in described and word != "void":
                    yield f"{name}: nothing about {word}"
            for word in sorted(described - set(words)):
                yield f"{name}: {word} is no parameter"


def faults_of_words(parts, page):
    """The words of INSULATE_MODULE, which exist as a part of private names only, that the
    reference does not have."""
    text = "\n".join(part.code for part in parts)
    for word in re.findall(r"define INSULATE_PRIV_(?:INTERPRETERS|GIL)_(\w+) \d", text):
        if not re.search(rf"\b{word}\b", page):
            yield f"the reference does not have {word}"


def faults_of_upgrade(project):
    """The old names that the notes for upgrading do not have."""
    text = (project / "include/insulate/deprecated.h").read_text()
    page = (project / UPGRADE).read_text()
    for name in re.findall(r"^#\s*define (I\w+)", text, re.M):
        if not name.endswith("_H") and f"`{name}`" not in page:
            yield f"{UPGRADE} does not have {name}"


def prose(lines):
    return re.sub(r"\s+", " ", " ".join(lines)).strip()


def title_of(part, section):
    name = section.removeprefix("back-ports: ")
    return f"{name[0].upper()}{name[1:]}: `{part.name}`"


def reference(parts):
    for part in parts:
        section = None
        for of_section, name, comment in part.entries:
            if of_section != section:
                section = of_section
                yield f"\n## {title_of(part, section)}"
            head, parameters, labels = parts_of(comment)
            sentence = prose(head).removeprefix(f"{name}: ")
            yield f"\n### `{name}{signature(name, parts) or ''}`\n"
            yield f"{sentence[0].upper()}{sentence[1:]}\n"
            for group, text in parameters:
                yield f"- `{group}`: {prose(text)}"
            if parameters:
                yield ""
            for label in LABELS:
                if label in labels:
                    yield f"*{label}*: {prose(labels[label])}  "


def with_listings(project, page):
    """The page, each listing as its file has it."""
    def listing(found):
        text = (project / found[1]).read_text()
        return f"<!-- listing: {found[1]} -->\n```c\n{text}```\n"
    return re.sub(r"<!-- listing: (\S+) -->\n```c\n.*?```\n", listing, page, flags=re.S)


def faults_of_table(project, page, names):
    """What the table of the guide's demands names and is not there."""
    rows = [line for line in page.split("\n## ") if line.startswith("Requirements of the guide")]
    if len(rows) != 1:
        yield "docs/header.md has no table of the requirements of the guide"
        return
    behaviour = (project / "tests/header/behaviour.py").read_text()
    for row in re.findall(r"^\| (.*) \|$", rows[0], re.M)[2:]:
        demand, gives, example, tests = row.split(" | ")
        for name in re.findall(r"`((?:I|Py)\w+)`", gives):
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
    parts = [Part(project, name) for name in PARTS]
    there = {str(path.relative_to(project / "include"))
             for path in (project / "include").rglob("*.h")}
    faults = [f"{name} is not read by this program"
              for name in sorted(there - set(PARTS) - {"insulate/deprecated.h"})]
    for part in parts:
        faults += faults_of(part, parts)
    names = set().union(*(public_names(part) for part in parts))
    page = project / "docs/header.md"
    before = page.read_text()
    if BEGIN not in before:
        faults.append(f"docs/header.md has no line {BEGIN}")
    faults += faults_of_table(project, before, names)
    faults += faults_of_upgrade(project)
    after = (with_listings(project, before.split(BEGIN)[0]) + BEGIN
             + "\n".join(reference(parts)).rstrip() + "\n")
    faults += faults_of_words(parts, after.split(BEGIN)[1])
    if "--check" in sys.argv:
        if before != after:
            faults.append("docs/header.md is not what tools/header_reference.py writes")
    else:
        page.write_text(after)
    n_entries = sum(len(part.entries) for part in parts)
    print("\n".join(faults) or f"{n_entries} names documented")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
