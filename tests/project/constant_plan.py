"""What is handed a constant conversion cannot write what is decided.

    constant_plan.py BUILD

Each of WRITES is compiled as the body of a function that has `const struct conversion *c`:
the compiler must refuse it, for the reason given.  The same with a conversion that is not
constant (CONTROLS), and reading (READS), must compile, so that no line fails for another
reason than its writing.
"""

import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

HEADERS = ("conversion.h", "facts/mentions.h", "plan/assertions.h", "plan/functions.h",
           "plan/gil_slot.h", "plan/macros.h", "plan/module.h", "plan/names.h",
           "plan/callbacks.h", "plan/init_steps.h", "plan/instances.h", "plan/opt_out.h",
           "plan/type_creations.h", "plan/variables.h", "text/style.h")
PARAMETERS = "const struct variable *v, const struct function *f, const struct macro *m"
READ_ONLY = ("read-only", "const-qualified")
INCOMPLETE = ("incomplete", "undefined type")
DISCARDS = ("discards",)
WRITES = {
    "plan_of_variable(c, v)->field = 0;": READ_ONLY,
    "plan_of_function(c, f)->access = ACCESS_SELF;": READ_ONLY,
    "plan_of_macro(c, m)->needs_state = true;": READ_ONLY,
    "moving(c, v)->kind = FIELD_NONE;": READ_ONLY,
    "mention_at(c, 0)->node = 0;": READ_ONLY,
    "struct variable_plan *plan = plan_of_variable(c, v); (void)plan;": DISCARDS,
    "struct function_plan *plan = plan_of_function(c, f); (void)plan;": DISCARDS,
    "variable_plan_of(c, v)->field = 0;": DISCARDS,
    "function_plan_of(c, f)->where = 0;": DISCARDS,
    "c->variables->items = 0;": INCOMPLETE,
    "c->functions->items = 0;": INCOMPLETE,
    "c->macros->items = 0;": INCOMPLETE,
    "c->mentions->items = 0;": INCOMPLETE,
    "c->assertions->items = 0;": INCOMPLETE,
    "struct callbacks *all = c->callbacks; (void)all;": DISCARDS,
    "struct conditions *all = c->conditions; (void)all;": DISCARDS,
    "struct instances *all = c->instances; (void)all;": DISCARDS,
    "struct init_steps *all = c->init_steps; (void)all;": DISCARDS,
    "struct type_creations *all = c->type_creations; (void)all;": DISCARDS,
    "struct style *all = c->styles; (void)all;": DISCARDS,
    "struct style *style = style_of(c, 0); (void)style;": DISCARDS,
    "struct init_step *step = init_step_at(c, 0); (void)step;": DISCARDS,
    "struct type_creation *one = type_creation_at(c, 0); (void)one;": DISCARDS,
    "bool takes; struct pointer *one = callback_pointer(c, 0, &takes); (void)one;": DISCARDS,
    "c->callbacks->n_calls = 0;": INCOMPLETE,
    "c->instances->by_struct = 0;": INCOMPLETE,
    "c->init_steps->items = 0;": INCOMPLETE,
    "c->type_creations->items = 0;": INCOMPLETE,
    "c->styles->indent = 0;": READ_ONLY,
    "c->names->state = 0;": READ_ONLY,
    "c->init->setup = 0;": READ_ONLY,
    "c->gil->slot = 0;": READ_ONLY,
    "c->opt_out->exec = 0;": READ_ONLY,
    "c->names = 0;": READ_ONLY,
}
CONTROLS = (
    "plan_of_variable(c, v)->field = 0;",
    "plan_of_function(c, f)->access = ACCESS_SELF;",
    "plan_of_macro(c, m)->needs_state = true;",
    "moving(c, v)->kind = FIELD_NONE;",
    "struct variable_plan *plan = plan_of_variable(c, v); (void)plan;",
    "variable_plan_of(c, v)->field = 0;",
    "c->names = 0;",
)
READS = (
    "const struct variable_plan *plan = plan_of_variable(c, v); (void)plan->field;",
    "(void)plan_of_function(c, f)->access;",
    "(void)plan_of_macro(c, m)->needs_state;",
    "(void)mention_at(c, 0)->node;",
    "(void)c->names->state; (void)c->init->setup; (void)c->gil->slot;",
    "(void)c->styles->indent; (void)style_of(c, 0)->indent; (void)init_step_at(c, 0)->kind;",
    "bool takes; const struct pointer *one = callback_pointer(c, 0, &takes); (void)one;",
)


def compiler(build):
    """The command that compiles a file of src/convert, without the files it names."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if entry["file"].endswith("src/convert/passes.c"):
            words = shlex.split(entry["command"])
            words = words[words.index("ccache") + 1:] if "ccache" in words else words
            begin = next(i for i, word in enumerate(words) if word.startswith("-"))
            kept = [word for word in words[begin:] if word.startswith(("-I", "-D", "-std"))]
            return [words[begin - 1], *kept, "-fsyntax-only", "-Wall", "-Werror",
                    "-Wno-unused-parameter", "-x", "c"], entry["directory"]
    sys.exit("src/convert/passes.c is not in compile_commands.json")


def errors(command, folder, conversion, body):
    """What the compiler says of BODY; "" if it compiles."""
    text = "".join(f'#include "convert/{header}"\n' for header in HEADERS)
    text += (f"void body({conversion} *c, {PARAMETERS});\n"
             f"void body({conversion} *c, {PARAMETERS})\n{{\n{body}\n}}\n")
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "body.c"
        path.write_text(text)
        run = subprocess.run([*command, str(path)], cwd=folder, capture_output=True,
                             text=True)
    assert (run.returncode == 0) == ("error:" not in run.stderr), run.stderr
    return "\n".join(line for line in run.stderr.splitlines() if "error:" in line)


def main():
    command, folder = compiler(pathlib.Path(sys.argv[1]).resolve())
    wrong = []
    for body, reasons in WRITES.items():
        said = errors(command, folder, "const struct conversion", body)
        if not any(reason in said for reason in reasons):
            wrong.append(f"not refused as {reasons[0]}: {body}\n{said}".rstrip())
    for conversion, bodies in (("struct conversion", CONTROLS),
                               ("const struct conversion", READS)):
        for body in bodies:
            said = errors(command, folder, conversion, body)
            if said:
                wrong.append(f"does not compile with {conversion}: {body}\n{said}")
    print("\n".join(wrong) if wrong else
          f"{len(WRITES)} writes are refused, {len(CONTROLS) + len(READS)} others compile")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
