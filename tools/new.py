"""Make the files and rows of something new, in their places.

usage: new.py rule NAME [--level LEVEL] [--phase KIND]
       new.py pass NAME [--folder FOLDER] [--before PASS]
       new.py scenario NAME
       new.py format NAME

A NAME is lower case, its words joined by "-".  What is made compiles, and its tests fail
until it does something: the words to be filled in are TODO.  Nothing is written if a part
of it is there already.  docs/how-to-add-a-*.md say what belongs into the files.
"""

import argparse
import pathlib
import re
import sys

THEMES = ("access", "change", "claim", "exception", "gc", "global", "guard", "init", "lifetime",
          "state", "thread", "type", "version")
LEVELS = ("error", "warning", "note")
KINDS = ("SOURCE", "CALL", "FINDINGS")


class Tree:
    """The changes to the files below a folder, written all at once."""

    def __init__(self, root):
        self.root = root
        self.files = {}  # path to text
        self.made = []

    def read(self, path):
        if path not in self.files:
            self.files[path] = (self.root / path).read_text()
        return self.files[path]

    def make(self, path, text):
        if (self.root / path).exists():
            sys.exit(f"{path} already exists")
        self.files[path] = text
        self.made.append(path)

    def replace(self, path, old, new):
        text = self.read(path)
        if text.count(old) != 1:
            sys.exit(f"{path}: expected one {old!r} to replace with {new!r}")
        self.files[path] = text.replace(old, new)

    def insert(self, path, line, pattern):
        """Put LINE before the first that matches PATTERN, a group, and is greater there;
        else behind the last that matches."""
        lines = self.read(path).split("\n")
        key = re.search(pattern, line).group(1)
        keys = [(i, match.group(1)) for i, each in enumerate(lines)
                if (match := re.search(pattern, each))]
        if not keys:
            sys.exit(f"{path}: no line like {line!r}")
        if key in {name for _, name in keys}:
            sys.exit(f"{path} already contains {key}")
        place = next((i for i, name in keys if name > key), keys[-1][0] + 1)
        lines.insert(place, line)
        self.files[path] = "\n".join(lines)

    def insert_before(self, path, line, text):
        """Put LINE before the first that contains TEXT."""
        lines = self.read(path).split("\n")
        if line in lines:
            sys.exit(f"{path} already contains {line.strip()!r}")
        place = next((i for i, each in enumerate(lines) if text in each), None)
        if place is None:
            sys.exit(f"{path}: no line with {text!r}")
        lines.insert(place, line)
        self.files[path] = "\n".join(lines)

    def write(self):
        for path, text in self.files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
            print(f"{'made' if path in self.made else 'changed'} {path}")


# --- a rule ------------------------------------------------------------------

BODIES = {
    "SOURCE": """\
void
check_{id}(struct check *check)
{{
    for (size_t i = 0; i < check->source->n_functions; i++) {{
        const struct function *function = check->source->functions[i];
        /* TODO: where is the fault?  check_add_function(check, "{name}", function, …) */
        (void)function;
    }}
}}
""",
    "CALL": """\
void
check_{id}(struct check *check, const struct function *function, const struct node *call)
{{
    /* TODO: is CALL the fault?  check_add_node(check, "{name}", call, …) */
    (void)check, (void)function, (void)call;
}}
""",
    "FINDINGS": """\
void
check_{id}(struct check *check)
{{
    for (size_t i = 0; i < check->findings->n_items; i++) {{
        /* TODO: what does check->findings->items[i] say about "{name}"? */
    }}
}}
""",
}

BAD = """\
#include "../module.h"

/* TODO: a module that shows nothing but the fault. */
static PyObject *
spam(PyObject *self, PyObject *unused)
{{
    (void)self, (void)unused;
    Py_RETURN_NONE;  // want: {name}
}}

PyMethodDef methods[] = {{{{"spam", spam, METH_NOARGS, NULL}}, {{NULL, NULL, 0, NULL}}}};
"""

GOOD = """\
#include "../module.h"

/* TODO: what looks alike and is right. */
static PyObject *
spam(PyObject *self, PyObject *unused)
{{
    (void)self, (void)unused;
    Py_RETURN_NONE;
}}

PyMethodDef methods[] = {{{{"spam", spam, METH_NOARGS, NULL}}, {{NULL, NULL, 0, NULL}}}};
"""

PAGE = """\
# {name}

**{level}.** TODO: the summary, as a sentence.

## Why it matters

TODO: what goes wrong (guide: "TODO: section").

## Bad

    TODO

## Good

    TODO

## Automatic fix

None.

## When to suppress it

TODO
"""


def add_rule(tree, words):
    name = words.name
    if name.split("-")[0] not in THEMES or "-" not in name:
        sys.exit(f"{name}: expected <topic>-<what> with one of the topics {', '.join(THEMES)}")
    values = {"name": name, "id": name.replace("-", "_"), "level": words.level}
    row = (f'RULE("{name}", {words.phase}, {words.level.upper()}, CONVERSION, NULL,\n'
           f'     "TODO: what is wrong, in one line without a period")')
    tree.insert("src/model/rules.inc", row, r'^RULE\("([^"]+)"')
    tree.make(f"src/checks/{values['id']}.c",
              f'/* {name}: TODO: what is wrong, and why. */\n#include "checks/check.h"\n\n'
              + BODIES[words.phase].format(**values))
    tree.make(f"tests/checks/{name}/bad.c", BAD.format(**values))
    tree.make(f"tests/checks/{name}/good.c", GOOD.format(**values))
    tree.make(f"docs/rules/{name}.md", PAGE.format(**values))


# --- a pass of convert -------------------------------------------------------

# What a pass in a folder below src/convert is called, when it runs, and behind what.
PASSES = {
    "plan": ("plan", "PHASE_PLAN, ", "plan-collector"),
    "rewrite/cleanup": ("clean", "", "join-removals"),
    "rewrite/functions": ("edit", "", "edit-sequences"),
    "rewrite/init": ("edit", "", "edit-init"),
    "rewrite/state": ("edit", "", "edit-vectors"),
    "rewrite/types": ("edit", "", "edit-free-lists"),
}

PASS = """\
/* TODO: what this pass finds out, decides or edits, and why. */
#include "convert/{folder}/{id}.h"

void
{verb}_{id}({kind} *{it})
{{
    for (size_t i = 0; i < {it}->source->n_functions; i++) {{
        const struct function *function = {it}->source->functions[i];
        /* TODO: is the pattern here?  A pass that plans refuses what is not understood. */
        (void)function;
    }}
}}
"""

PASS_HEADER = """\
#ifndef INSULATE_CONVERT_{guard}_H
#define INSULATE_CONVERT_{guard}_H

#include "convert/{header}.h"

/* TODO: what it does. */
void {verb}_{id}({kind} *{it});

#endif
"""

BEFORE = """\
/* TODO: a module that shows nothing but the pattern. */
#include <Python.h>

static PyObject *last;

static PyObject *
remember(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(last, value);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
"""


def add_pass(tree, words):
    verb, phase, before = PASSES[words.folder]
    ident = words.name.replace("-", "_")
    before = words.before or before
    if f'{{"{before}", ' not in tree.read("src/convert/passes.c"):
        sys.exit(f"no such pass: {before}")
    folder = words.folder
    values = {"id": ident, "verb": verb, "folder": folder,
              "guard": f"{folder}/{ident}".upper().replace("/", "_"),
              "kind": "struct conversion" if phase else "struct rewriter",
              "it": "c" if phase else "r",
              "header": "conversion" if phase else "rewrite/rewriter"}
    tree.make(f"src/convert/{folder}/{ident}.c", PASS.format(**values))
    tree.make(f"src/convert/{folder}/{ident}.h", PASS_HEADER.format(**values))
    tree.insert("src/convert/meson.build", f"  '{folder}/{ident}.c',", r"^  '([\w/]+)\.c',$")
    tree.insert("src/convert/passes.c", f'#include "convert/{folder}/{ident}.h"',
                r'^#include "(convert/\w+/.*)"$')
    tree.insert_before("src/convert/passes.c",
                       f'    {{"{verb}-{words.name}", {phase}{verb}_{ident},\n'
                       '     "",\n     ""},', f'{{"{before}", ')
    tree.make(f"tests/convert/{words.name}/before.c", BEFORE)
    tree.make(f"tests/convert/{words.name}/after.c",
              "/* TODO: before.c as a maintainer would have written it. */\n")


# --- a scenario --------------------------------------------------------------

SCENARIO = """\
/* TODO: the situation that the module is put into, and what is seen of it. */
#include "probe/exercise_runner.h"
#include "probe/record.h"
#include "probe/scenario.h"

void
scenario_{id}(void)
{{
    trouble("the scenario {name} does nothing yet");
}}
"""


def add_scenario(tree, words):
    name, ident = words.name, words.name.replace("-", "_")
    tree.insert_before("src/prove/scenario.h", f"    SCENARIO_{ident.upper()},",
                       "SCENARIO_TESTS,")
    tree.insert_before("src/prove/scenario.c",
                       f'    [SCENARIO_{ident.upper()}] = {{"{name}", false}},',
                       "[SCENARIO_TESTS]")
    tree.insert_before("src/probe/scenario.h", f"void scenario_{ident}(void);",
                       "void scenario_tests(void);")
    tree.insert_before("src/probe/scenario.c", f'    {{"{name}", scenario_{ident}}},',
                       '{"tests", scenario_tests}')
    tree.insert("src/probe/meson.build", f"  'scenario_{ident}.c',",
                r"^  '(scenario_\w+)\.c',$")
    tree.make(f"src/probe/scenario_{ident}.c", SCENARIO.format(name=name, id=ident))
    tree.insert_before("docs/scenarios.md",
                       f"### `{name}`\n\nTODO: what happens.\n\nReported: TODO.\n",
                       "### `tests`")


# --- a format ----------------------------------------------------------------

REPORTER = """\
/* --format {name}: TODO: who reads it, and where it is specified. */
#include "report/report.h"

static void
print(const struct report *report, struct strbuf *out)
{{
    for (size_t i = 0; i < report->findings->n_items; i++) {{
        strbuf_format(out, "TODO %s\\n", report->findings->items[i].rule);
    }}
}}

const struct reporter reporter_{id} = {{"{name}", print}};
"""

REPORTER_TEST = """\
#include "cmocka_all.h"

#include "report/report.h"

static void
{id}__prints_hostile_strings(void **state)
{{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    findings_add(&findings, "type-static", "\\"quotes\\"\\n\\x01 and \\xff");
    struct report report = {{
        .command = "check", .findings = &findings, .modules = &modules}};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_{id}.print(&report, &out);
    assert_string_equal(out.text, "what the format makes of it"); /* TODO */
}}

int
main(void)
{{
    const struct CMUnitTest tests[] = {{
        cmocka_unit_test({id}__prints_hostile_strings),
    }};
    return cmocka_run_group_tests(tests, NULL, NULL);
}}
"""


def add_format(tree, words):
    name, ident = words.name, words.name.replace("-", "_")
    values = {"name": name, "id": ident}
    tree.make(f"src/report/{ident}.c", REPORTER.format(**values))
    tree.insert_before("src/report/report.c", f"    &reporter_{ident},", "};")
    tree.insert_before("src/report/report.h",
                       f"extern const struct reporter reporter_{ident};",
                       "/* The reporter of a format")
    tree.replace("src/report/report.h", f"{ident};\n/* The rep", f"{ident};\n\n/* The rep")
    tree.replace("src/report/report.h", f"\n\nextern const struct reporter reporter_{ident};",
                 f"\nextern const struct reporter reporter_{ident};")
    tree.insert("src/report/meson.build", f"  '{ident}.c',", r"^  '(\w+)\.c',$")
    tree.replace("src/commands/common_options.c", "text|json|", f"text|json|{name}|")
    tree.replace("docs/commands.md", "`--format text\\|json\\|",
                 f"`--format text\\|json\\|{name}\\|")
    tree.make(f"tests/unit/test_report_{ident}.c", REPORTER_TEST.format(**values))
    tree.insert("tests/unit/meson.build", f"  'report_{ident}': [report, model, base],",
                r"^  '(report_\w+)': ")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[1])
    kinds = parser.add_subparsers(dest="kind", required=True)
    adders = {"rule": add_rule, "pass": add_pass, "scenario": add_scenario, "format": add_format}
    for kind in adders:
        each = kinds.add_parser(kind)
        each.add_argument("name")
        if kind == "rule":
            each.add_argument("--level", choices=LEVELS, default="warning")
            each.add_argument("--phase", choices=KINDS, default="SOURCE")
        if kind == "pass":
            each.add_argument("--folder", choices=sorted(PASSES), default="rewrite/types")
            each.add_argument("--before", metavar="PASS")
    words = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", words.name):
        sys.exit(f"{words.name}: expected a name in lower case, with words joined by a hyphen")
    tree = Tree(words.root)
    adders[words.kind](tree, words)
    tree.write()


if __name__ == "__main__":
    main()
