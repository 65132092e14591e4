"""Hold each NAME.json against NAME.md: usage: plan_json.py NAME...

The two are printed by different code: every name, place and reason of one must be in the
other.  Then print what the test expects, by hand, of the fields.
"""

import json
import pathlib
import re
import sys

ENVELOPE = {"format", "insulate", "command", "findings", "modules", "plan"}


def sections(text):
    """The lines of each section of each module: {module: {title: [line, ...]}}."""
    modules = {}
    for line in text.splitlines():
        if line.startswith("## "):
            current = modules.setdefault(line[3:], {"": []})
            title = ""
        elif line.startswith("### "):
            title = re.sub(r" to `.*", "", line[4:])
            current[title] = []
        elif line and modules:  # before them: what is said of the run
            current[title].append(line)
    return modules


def users(names):
    shown = ", ".join(f"`{name}`" for name in names[:4]) or "no function"
    return shown + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def place(item):
    assert item["column"] > 0
    return f"{item['path']}:{item['line']}"


def moves(module):
    return [f"- `{v['field']}` ({place(v)}): {v['description']}; stage `{v['stage']}`; "
            f"written by {users(v['written_by'])}; read by {users(v['read_by'])}"
            for v in module["variables"]]


def accesses(module):
    return [f"- `{f['name']}` ({place(f)}): {f['description']}" for f in module["functions"]]


PROTECTIONS = {"opt-out": "the opt-out: one module object at a time",
               "atomic": "atomic access",
               "gil": "the GIL, so a per-interpreter GIL is not declared",
               "lock": "the opt-out's lock",
               "thread": "each thread has its own",
               "itself": "itself"}


def stays(module):
    lines, first = [], {}
    for v in module["retained"]:
        reason = v["reason"]
        if v["protection"] == "gil":
            same = first.setdefault(v["cause"], v)
            reason = reason if same is v else f"as `{same['name']}`"
        lines.append(f"| `{v['name']}` ({place(v)}) | {v['description']} | {reason} "
                     f"| {PROTECTIONS[v['protection']]} |")
    if lines:
        lines = ["| variable | kind | reason | protected by |",
                 "|---|---|---|---|", *lines]
    names = module["constants"]
    if names:
        more = f" and {len(names) - 6} more" if len(names) > 6 else ""
        shown = ", ".join(f"`{name}`" for name in names[:6])
        lines.append(f"Tables and constants that are never written: {shown}{more}")
    if "not_isolated" in module:
        lines.append(f"{module['not_isolated']}; a per-interpreter GIL is not declared")
    for library in module["libraries"]:
        safety = {"unsafe": "not thread-safe", "unknown": "thread safety unknown"}
        names = ", ".join(f"`{name}`" for name in library["functions"])
        lines.append(f"- `{library['library']}` ({place(library)}), "
                     f"{safety[library['thread_safety']]}: {names}; {library['remedy']}")
    return lines


def obstacles(module):
    return ["The module was not changed, because:",
            *[f"- {place(o)}: {o['message']}" for o in module["findings"]]]


def code(text):
    return " ".join(text.split()).replace("|", "\\|")


def types(module):
    rows = [f"| `{t['name']}` | `{code(t['flags'])}` | `{code(t['added_flags'])}` |"
            for t in module["types"] if "added_flags" in t]
    lost = [f"- {a['message']}" for t in module["types"] for a in t["lost_attributes"]]
    return (["| type | flags | added flags |", "|---|---|---|"] if rows else []) + rows + lost


COSTS = {"functions that get the state from their module": "module_lookups",
         "methods and slots that look up the module": "type_lookups",
         "functions with an additional parameter": "new_parameters",
         "types whose instances are now tracked": "gc_types",
         "types whose instances hold the module": "holding_types"}


def costs_said(lines):
    """The costs as the Markdown says them: a number is not said if it is 0."""
    said = {"edits": None, "new_header": False, "one_module_object": False,
            **dict.fromkeys(COSTS.values(), 0)}
    for line in lines:
        words = line.removeprefix("- ")
        key = next((key for start, key in COSTS.items() if words.startswith(start)), None)
        if key is not None:
            said[key] = int(words.rpartition(": ")[2])
        elif "ImportError" in words:
            said["one_module_object"] = True
        else:
            said["edits"] = int(words.split()[0])
            said["new_header"] = "new header" in words
    return said


def numbers(lines):
    """The numbers that the rows of the stages say, by the word behind them."""
    found = []
    for line in lines:
        cells = line.split(" | ")
        count = {word: int(n) for n, word in re.findall(r"(\d+) (\w+)", line)}
        found.append({
            "stage": cells[0].strip("|` "),
            "variables": count.get("statics", count.get("static", 0)),
            "types": count.get("heap", 0),
            "by_type": count.get("functions", count.get("function", 0)),
            "by_module": count.get("others", count.get("other", 0)),
            "one_module_object": "types" not in cells[0] or "NOT_SUPPORTED" in line})
    return found


def reviews(module):
    review, lines = module["review"], []
    if review["objects"]:
        lines.append("each interpreter has its own classes")
    if review["data"]:
        lines.append("settings and counters start again")
    lines += [f"`{name}` only creates unique numbers" for name in review["counters"]]
    if review["types"]:
        lines.append("other extensions that use the address of a static type")
    return [f"- {line}" for line in lines]


def expect(name, got, want):
    if got != want:
        print(f"{name}: the JSON says\n  {got}\nand the Markdown\n  {want}")


def compare(name, module, text):
    """MODULE in JSON against TEXT, its sections in Markdown."""
    expect(name, moves(module), text.get("Moved", []))
    expect(name, accesses(module), text.get("Access to the state", []))
    expect(name, stays(module), text.get("Not moved", []))
    expect(name, module["refused"], "Not converted" in text)
    if module["refused"]:
        expect(name, obstacles(module), text["Not converted"])
        return
    expect(name, types(module), text.get("Types", []))
    declared = text["Declarations and supported versions"]
    expect(name, f"- `{module['multiple_interpreters']}`, since Python 3.12", declared[0])
    expect(name, module["cost"], costs_said(text["Cost"]))
    expect(name, module["stages"], numbers(text.get("In stages", [])[2:]))
    expect(name, module["review"]["mutable_types"], any("3.9 has no" in s for s in declared))
    said = text["Review and verification"][:-2]
    review = reviews(module)
    expect(name, review, [s[:len(r)] for s, r in zip(said, review)] + said[len(review):])


def show(plan):
    print(f"  stage {plan['stage']}, floor {plan['python_floor']}, abi3 {plan.get('abi3')}")
    for module in plan["modules"]:
        print(f"  {module['module']} ({place(module)}, {module['definition']}, "
              f"{module['entry']}): {module.get('init')} to {module.get('new_init')}, "
              f"declares {module.get('declares')}, state {module.get('state_type')}, "
              f"parsed {module['parsed']}, refused {module['refused']}")
        for item in module["variables"]:
            print(f"    {item['name']}: {item['kind']}, {item['stage']}, line {item['line']}")
        for item in module["functions"]:
            print(f"    {item['name']}: {item['access']}, uses {item['uses']}")
        for item in module["retained"]:
            print(f"    {item['name']} stays: {item['cause']}, {item.get('stage')}")
        for item in module["findings"]:
            print(f"    {item['level']} {item['rule']} {place(item)}:{item['column']}")
        if module["waits_for_types"]:
            print("    waits for stage types")


def main():
    for name in sys.argv[1:]:
        answer = json.loads(pathlib.Path(f"{name}.json").read_text())
        text = sections(pathlib.Path(f"{name}.md").read_text())
        print(f"--- {name}: {len(answer['findings'])} findings, {len(answer['modules'])} verdicts")
        if set(answer) != ENVELOPE or (answer["format"], answer["command"]) != (1, "convert"):
            print(f"{name}: not the envelope: {sorted(answer)}")
        modules = answer["plan"]["modules"]
        expect(name, [m["module"] for m in modules if m["parsed"]], list(text))
        for module in modules:
            if module["parsed"]:
                compare(name, module, text[module["module"]])
        show(answer["plan"])


main()
