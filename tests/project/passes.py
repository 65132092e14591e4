"""Hold the table of passes in src/convert/passes.c against the code.

    passes.py PROJECT PROGRAM BUILD [--update]

The program itself reads src/convert/ (`inspect csource`): which fields of the conversion
each function reads and writes, and which functions it calls.  A part is the fields that
one file writes, named by that file.

- No field is written from two files.
- A pass reads and writes, in what it calls, too, the parts that its row says.
- No pass reads a field that later passes alone write.
- Rewriting writes no field of the plan, nor does what it calls.
- Nor could it: the compiler refuses a write through a constant conversion to whatever
  rewriting sees of it, but for what is in WRITABLE.
- Nor does it refuse, report or note anything: what is said is decided before.
- Nothing reads back what was written or said (edit_readers.py).

With --update the rows are written as the code has them.
"""

import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

import edit_readers

# What rewriting could write through a constant conversion.
WRITABLE = {
    "conversion.findings",  # see SAYING
}

SAYING = {"refuse", "refuse_at", "report", "note"}

# Whatever decides may refuse; who says so is told by the finding.
OF_ALL = {("conversion", "is_refused"), ("conversion", "is_done")}
DRIVER = "attempt"
TABLES = ("passes", "rewrite_passes")
NODE = re.compile(r"^(?P<indent> +)(?P<kind>\w+)(?: (?P<rest>.*))?$")
STRUCT = re.compile(r"(?:const )?struct (\w+)(?: const)?(?: ?\*)*(?: ?const)?$")


class Function:
    def __init__(self, file, name, is_static):
        self.file, self.name, self.is_static = file, name, is_static
        self.calls, self.reads, self.writes = set(), set(), set()


def inspect(program, build, path):
    run = subprocess.run([program, "inspect", "csource", "-p", build, path],
                         capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def type_in(rest):
    """The type in the parentheses of a node's line: from the first to the last."""
    return rest[rest.index("(") + 1:rest.rindex(")")]


def structs_in(lines):
    """The structs by name, with those that their fields are made of or point to."""
    structs, inside = {}, None
    for line in lines:
        if not line.startswith(" "):
            inside = line.split()[1].rstrip(",") if line.startswith("struct ") else None
            if inside is not None:
                structs[inside] = set()
        elif inside is not None:
            structs[inside] |= set(re.findall(r"struct (\w+)", line))
    return structs


def fields_in(lines):
    """The fields of the structs, by name of struct and field: how each is declared."""
    structs, inside = {}, None
    for line in lines:
        if not line.startswith(" "):
            match = re.match(r"struct (?:const )?(?:struct )?(\w+), tag ", line)
            inside = match and structs.setdefault(match[1], {})
        elif inside is not None:
            match = re.match(r"    (\w+): (.*) \d+:\d+$", line)
            if match:
                inside[match[1]] = match[2]
    return structs


def is_writable(declared, complete):
    """Can what a field points to be written, though the field is constant itself?  The
    structs that are not COMPLETE where it is asked cannot."""
    if "*" not in declared:
        return False
    target = declared[:declared.rindex("*")].rstrip()
    if "*" in target:
        return not target.endswith("const")
    match = re.fullmatch(r"struct (\w+)", target)
    return not target.startswith("const ") and (match is None or match[1] in complete)


def writable_from(root, structs, foreign):
    """What can be written of constant structs of ROOT's kind, FOREIGN ones left out."""
    complete = structs.keys()
    structs = {name: of for name, of in structs.items() if name not in foreign}
    reached = reached_from(root, {name: set(re.findall(r"struct (\w+)", " ".join(of.values())))
                                  for name, of in structs.items()})
    return {f"{name}.{field}" for name in reached
            for field, declared in structs[name].items() if is_writable(declared, complete)}


def reached_from(root, structs):
    seen, work = set(), [root]
    while work:
        name = work.pop()
        if name in structs and name not in seen:
            seen.add(name)
            work += structs[name]
    return seen


def read_functions(file, lines):
    """The functions with a body, by name."""
    functions, function, in_body = {}, None, False
    for number, line in enumerate(lines):
        if not line.startswith(" "):
            match = re.match(r"function (\w+):", line)
            function = (Function(file, match[1], line.endswith(", static"))
                        if match else None)
            in_body = False
            continue
        if function is None:
            continue
        if line.startswith("    definition "):
            functions[function.name] = function
            in_body = True
            continue
        match = NODE.match(line) if in_body else None
        if match is None or match["rest"] is None:
            continue
        if match["kind"] == "name" and "(" in match["rest"]:
            function.calls.add(match["rest"].split()[0])
        elif match["kind"] == "member":
            _, field, *_ = match["rest"].split()
            child = NODE.match(lines[number + 1])
            record = STRUCT.match(type_in(child["rest"]))
            if record is None:
                continue
            flags = match["rest"][match["rest"].rindex(")") + 1:].split()
            access = (record[1], field)
            (function.writes if "written" in flags else function.reads).add(access)
    return functions


def read_room(project, program, build):
    room = project / "src" / "convert"
    paths = sorted(room.rglob("*.c"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(lambda path: inspect(program, build, path), paths))
    files = [path.relative_to(room).with_suffix("").as_posix() for path in paths]
    # What a conversion is made of; the model, the driver's own structs, and words and
    # brackets, values that whoever asks for them has for himself, are not.
    foreign = {"edits", "records"}
    for name in ("model/source.c", "model/edit.c", "model/extent.c", "model/finding.c",
                 "base/map.c", "convert/facts/inactive/code.c"):
        foreign |= structs_in(inspect(program, build, project / "src" / name)).keys()
    structs = collections.defaultdict(set)
    for lines in outputs:
        for name, others in structs_in(lines).items():
            structs[name] |= others
    own = {name: others for name, others in structs.items() if name not in foreign}
    decided = reached_from("conversion", own)
    known = decided | reached_from("rewriter", own)
    functions = {file: read_functions(file, lines) for file, lines in zip(files, outputs)}
    for of_file in functions.values():
        for function in of_file.values():
            function.reads = {access for access in function.reads if access[0] in known}
            function.writes = {access for access in function.writes if access[0] in known}
    seen, others = {}, set()
    for file, lines in zip(files, outputs):
        if file.startswith("rewrite/"):
            seen |= fields_in(lines)
    for name in ("model/finding.c", "extension/reader.c"):
        others |= fields_in(inspect(program, build, project / "src" / name)).keys()
    return (functions, dict(zip(files, outputs)), decided,
            writable_from("conversion", seen, others))


def rows_of(table, lines, text):
    """The rows of TABLE: of each field its words."""
    begins = [0] + [match.end() for match in re.finditer("\n", text)]
    rows, inside = collections.defaultdict(dict), False
    for line in lines:
        if not line.startswith(" "):
            inside = line.startswith(f"variable {table}:")
        match = re.match(r"    \[(\d+)\] \w+\.(\w+)(?: \w+)* "
                         r"(\d+):(\d+)-(\d+):(\d+) `", line) if inside else None
        if match:
            number, field, *place = match.groups()
            first, column, last, end = map(int, place)
            value = text[begins[first - 1] + column - 1:begins[last - 1] + end - 1]
            # Literals that stand beside each other are one.
            rows[int(number)][field] = " ".join(
                re.sub(r'"\s*"', "", value).strip('"').split())
    return [rows[i] for i in sorted(rows)]


def closure(root, functions, owner):
    """All functions that ROOT leads to, itself included."""
    seen, work = set(), [root]
    while work:
        function = work.pop()
        if function in seen:
            continue
        seen.add(function)
        for name in function.calls:
            of_file = functions[function.file]
            target = of_file.get(name) or owner.get(name)
            if target is not None:
                work.append(target)
    return seen


def update(project, table, rows, wanted):
    path = project / "src" / "convert" / "passes.c"
    text = path.read_text()
    begin = text.index(f" {table}[] = {{\n") + len(f" {table}[] = {{\n")
    end = text.index("};\n", begin)
    lines = []

    def literal(parts):
        """The parts as string literals, on lines that are not too wide."""
        out, line = [], ""
        for part in parts:
            if line and len(line) + len(part) > 70:
                out.append(line)
                line = ""
            line += part + " "
        out.append(line.rstrip())
        return "\n     ".join(f'"{line}"' for line in out)

    for row, (reads, writes) in zip(rows, wanted):
        phase = f"{row['phase']}, " if "phase" in row else ""
        lines.append(f'    {{"{row["name"]}", {phase}{row["run"]},\n'
                     f"     {literal(reads)},\n     {literal(writes)}}},\n")
    path.write_text(text[:begin] + "".join(lines) + text[end:])


def main():
    project, program, build = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    functions, outputs, decided, writable = read_room(project, program, build)
    text = (project / "src" / "convert" / "passes.c").read_text()
    tables = {table: rows_of(table, outputs["passes"], text) for table in TABLES}
    rows = [row for of_table in tables.values() for row in of_table]
    owner = {}
    for of_file in functions.values():
        for function in of_file.values():
            if not function.is_static:
                owner[function.name] = function
    writers = collections.defaultdict(set)
    for file, of_file in functions.items():
        for function in of_file.values():
            # What a conversion begins with is no decision.
            if file == DRIVER or function.name.endswith("_begin"):
                continue
            for access in function.writes - OF_ALL:
                writers[access].add(file)
    begun = set().union(*(function.writes for function in closure(
        functions[DRIVER]["attempt_begin"], functions, owner)))
    wrong = edit_readers.faults(outputs.keys(), outputs.values())
    shared = {access for access, files in writers.items() if len(files) > 1}
    for access in sorted(shared):
        wrong.append(f"{access[0]}.{access[1]} is written from {len(writers[access])} "
                     f"files: {', '.join(sorted(writers[access]))}")

    late = {access for access, files in writers.items()
            if access[0] in decided and any(file.startswith("rewrite/") for file in files)}
    for access in sorted(late):
        wrong.append(f"{access[0]}.{access[1]} is written while rewriting: "
                     f"{', '.join(sorted(writers[access]))}")

    wrong += [f"rewriting could write {field}" for field in sorted(writable - WRITABLE)]
    wrong += [f"{field}: take it out of WRITABLE" for field in sorted(WRITABLE - writable)]

    saying = {file for file, lines in outputs.items() if file.startswith("rewrite/")
              and any(node.kind == "call" and edit_readers.called(node) in SAYING
                      for _, body in edit_readers.bodies(lines) for node in body.all())}
    wrong += [f"{file}.c refuses, reports or notes while rewriting"
              for file in sorted(saying)]

    wanted, all_reads, all_writes = [], [], []
    for row in rows:
        reached = closure(owner[row["run"]], functions, owner)
        reads = set().union(*(function.reads for function in reached))
        writes = set().union(*(function.writes for function in reached)) - OF_ALL
        all_reads.append(reads)
        all_writes.append(writes)
        wanted.append((sorted({file for access in reads for file in writers[access]}),
                       sorted({file for access in writes for file in writers[access]})))
    for row, writes in zip(rows, all_writes):
        if "phase" not in row:
            wrong += [f"{row['name']} writes {struct}.{field} while rewriting"
                      for struct, field in sorted(writes) if struct in decided]
    early = set()
    for number, reads in enumerate(all_reads):
        before = set().union(*all_writes[:number + 1])
        behind = set().union(*all_writes[number + 1:])
        for access in reads:
            if access in behind - before - begun:
                early.add((rows[number]["name"], f"{access[0]}.{access[1]}"))
    for name, field in sorted(early):
        wrong.append(f"{name} reads {field}, which only later passes write")
    if "--update" in sys.argv:
        done = 0
        for table, of_table in tables.items():
            update(project, table, of_table, wanted[done:done + len(of_table)])
            done += len(of_table)
    for row, (reads, writes) in zip(rows, wanted):
        for word, parts in (("reads", reads), ("writes", writes)):
            said = row[word].split()
            if said != parts and "--update" not in sys.argv:
                wrong.append(f"{row['name']} {word} {' '.join(parts) or 'nothing'}; "
                             "its row says otherwise (passes.py --update writes it)")
    print("\n".join(wrong) if wrong else
          f"{len(rows)} passes; {len(writers)} fields, {len(shared)} of them written from "
          f"more than one file, {len(late)} while rewriting")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
