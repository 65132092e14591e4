"""A module: parts, put into files in one style."""

import re

from choices import Choices
from features import FEATURES
from part import Part
from text import Style, fill, with_linkage

NAMES = ("spam", "_spam", "eggs", "_speedups", "fastham")

SCRIPT_HEAD = '''\
"""Uses all of the module and prints what comes of it."""
import re


def text_of(value):
    return re.sub(r"0x[0-9a-fA-F]+", "0x", f"{type(value).__name__} {value}")


def show(use):
    try:
        result = text_of(use())
    except Exception as error:
        result = text_of(error)
    print(result)


def attempt(make):
    try:
        return make()
    except Exception as error:
        return error


def caught(kind, use):
    try:
        return use()
    except kind as error:
        return "caught " + str(error)


def exercise(m):
    x = None
'''


# A static variable that PyModule_Create is assigned to, and a function that uses it.
KEPT = "kept_module_name"
KEPT_MODULE = """
static PyObject *$m;

static PyObject *
$f(PyObject *self, PyObject *unused)
{
    return PyObject_GetAttrString($m, "__name__");
}
"""


class Module:
    """`files` and `script` are the texts; `choices` all decisions that are not plain."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.choose = Choices(recipe, "module")
        choose = self.choose
        self.name = choose.one("name", *NAMES)
        self.is_cpp = choose.flag("C++", 0.2)
        self.naming = choose.one("naming", "snake", "camel", "caps", "long")
        self.n_files = choose.one("files", 1, 1, 1, 2, 3, 5)
        self.style = Style(Choices(recipe, "style"), self.is_cpp)
        self._claimed = set()
        self.kept_shows = []
        self.state = None  # the struct behind m_size, if a part has one
        self.hooks = None  # the prefix of the hooks, if a part has some
        self.parts = []
        weighted = [kind for kind, (weight, _) in FEATURES.items() for _ in range(weight)]
        self.n_parts = choose.one("parts", 4, 1, 2, 3, 5, 6, 8, 10)
        for index in range(self.n_parts):
            if index in recipe.dropped:
                continue
            kind = choose._random(f"part {index}").choice(weighted)
            part = Part(self, index, kind)
            self.parts.append(part)
            FEATURES[kind][1](part)
        self._layout()

    # For parts.

    def file_of(self, part):
        return self.choose.one(f"file of {part.index}", *range(self.n_files))

    def claim(self, file, name):
        """Whether the name is free in the file; takes it."""
        taken = (file, name) in self._claimed
        self._claimed.add((file, name))
        return not taken

    # Files.

    @property
    def suffix(self):
        return "cpp" if self.is_cpp else "c"

    def _file_name(self, index):
        return (f"{self.name.strip('_')}.{self.suffix}" if index == 0 else
                f"{self.name.strip('_')}_{index}.{self.suffix}")

    def _layout(self):
        choose = self.choose
        self.m = choose.one("variable", "m", "module", "mod")
        used_files = sorted({part.file for part in self.parts} | {0})
        for part in self.parts:
            part.init_function = None
            if part.steps and (part.file != 0 or choose.flag(f"init of {part.index}", 0.15)):
                part.init_function = f"{self.name.strip('_')}_init_{part.word}"
            part.own_table = part.methods and part.file != 0 and (
                part.private_methods or choose.flag(f"table of {part.index}", 0.4))
            if part.own_table and part.init_function is None:
                part.init_function = f"{self.name.strip('_')}_init_{part.word}"
        public, declarations, shared = self._public()
        is_split = len(used_files) > 1
        header = f"{self.name.strip('_')}.h"
        self.files = {}
        for index in used_files:
            parts = [part for part in self.parts if part.file == index]
            lines = ["#define PY_SSIZE_T_CLEAN", "#include <Python.h>"]
            lines += dict.fromkeys(line for part in parts for line in part.includes)
            if is_split:
                lines.append(f'#include "{header}"')
            texts = ["\n".join(lines) + "\n"]
            for part in parts:
                if part not in shared:
                    texts += part.shared
                texts += part.bodies
                if part.own_table:
                    texts.append(self._table(part.word + "_functions", part.methods))
                if part.init_function:
                    texts.append(self._init_function(part))
            if index == 0:
                texts += self._main()
            text = "\n".join(with_linkage(text, public) for text in texts)
            self.files[self._file_name(index)] = self.style.laid_out(text)
        if is_split:
            guard = self.name.strip("_").upper() + "_H"
            lines = [f"#ifndef {guard}", f"#define {guard}", "", "#include <Python.h>", ""]
            for part in shared:
                lines += part.shared
            lines += dict.fromkeys(declarations)
            self.files[header] = self.style.laid_out("\n".join([*lines, "", "#endif"]))
        for part in self.parts:
            for name, text in part.extra_files.items():
                self.files[name] = self.style.laid_out(text)
        self._script()

    def _public(self):
        """Names that another file uses, their declarations, and the parts with shared types."""
        public, declarations, shared = set(), [], []
        for part in self.parts:
            for offer in part.used:
                if offer.part.file == part.file:
                    continue
                public.add(offer.name)
                declarations.append(offer.declaration)
                if offer.struct and offer.part not in shared:
                    shared.append(offer.part)
            if part.file != 0 and not part.own_table:
                for name, function, flags, guard in part.methods:
                    public.add(function)
                    declarations.append(prototype(function, flags))
            if part.init_function and part.file != 0:
                public.add(part.init_function)
                declarations.append(f"int {part.init_function}(PyObject *{self.m});")
        # A struct that has another one inside needs that one's part first.
        wanted = list(shared)
        while wanted:
            part = wanted.pop()
            for offer in part.used:
                if offer.struct and offer.part not in shared:
                    shared.append(offer.part)
                    wanted.append(offer.part)
        shared.sort(key=lambda part: part.index)
        return public, declarations, shared

    def _table(self, name, methods):
        rows = []
        for method, function, flags, guard in methods:
            cast = ("(PyCFunction)(void (*)(void))" if "KEYWORDS" in flags or "FASTCALL" in flags
                    else self.choose.one("cast of functions", "", "(PyCFunction)"))
            doc = self.choose.one(f"doc of {method}", "NULL", f'"{method}()\\n--\\n\\nIt works."',
                                  f'"{method}(...)"')
            row = f'    {{"{method}", {cast}{function}, {flags}, {doc}}},'
            rows += [f"#{guard}", row, "#endif"] if guard else [row]
        end = self.choose.one("end of tables", "{NULL, NULL, 0, NULL}", "{NULL, NULL, 0, NULL},",
                              "{0}" if not self.is_cpp else "{}")
        return "\n".join([f"static PyMethodDef {name}[] = {{", *rows, "    " + end, "};"]) + "\n"

    # Initialisation.

    def _steps(self, steps, fail):
        """The text of steps; `fail` is what leaves the function."""
        texts = []
        for step in steps:
            text = step.call.strip("\n").replace("$m", self.m)
            if step.test:
                form = self.choose.one(f"step form {step.call[:40]}", "in if", "before if", "in if")
                left, equals, right = text.partition(" = ")
                is_assignment = equals and re.fullmatch(r"[\w\[\].>()-]+", left)
                if is_assignment and form == "before if":
                    text = f"{text};\nif ({left} {step.test}) {{\n    FAIL;\n}}"
                elif is_assignment:
                    text = f"if (({text}) {step.test}) {{\n    FAIL;\n}}"
                else:
                    text = f"if ({text} {step.test}) {{\n    FAIL;\n}}"
            texts.append(with_fail(text, fail))
        return "\n".join(texts)

    def _init_function(self, part):
        steps = self._steps(part.steps, "return -1;")
        if part.own_table:
            steps += (f"\nif (PyModule_AddFunctions({self.m}, {part.word}_functions) < 0) "
                      "{\n    return -1;\n}")
        return fill("""
static[$f] int
$f(PyObject *$m)
{
    $index
    $steps
    return 0;
}
""", f=part.init_function, m=self.m, steps=steps,
                    index="int i;" if "(i = " in steps else "")

    def _main(self):
        """The table, the definition and the init function."""
        choose = self.choose
        rows = [method for part in self.parts if not part.own_table for method in part.methods]
        is_multi = choose.flag("multi-phase", 0.12)
        keeps = not is_multi and choose.flag("variable is static", 0.15)
        if keeps:
            rows.append((KEPT, KEPT, "METH_NOARGS", None))
        table = f"{self.name.strip('_')}_methods"
        texts = [self._table(table, rows)] if rows or choose.flag("empty table") else []
        methods = table if texts else "NULL"
        heritage = not is_multi and choose.one("heritage", "none", "none", "none", "heads",
                                               "moduleinit", "macro")
        if is_multi:
            return texts + self._multi_phase(methods)
        fail_style = choose.one("failure", "return", "goto", "macro", "leak")
        m = self.m
        if keeps:
            texts.insert(0, fill(KEPT_MODULE, m=m, f=KEPT))
            self.kept_shows = [f"show(lambda: m.{KEPT}())"]
        definition = self._definition(methods, "-1" if choose.flag("size -1", 0.7) else "0", "")
        hoisted, after = self._order()
        if fail_style == "goto":
            before_fail = after_fail = "goto fail;"
        elif fail_style == "macro":
            before_fail = after_fail = "INITERROR;"
            texts.insert(0, "#if PY_MAJOR_VERSION >= 3\n#define INITERROR return NULL\n#else\n"
                         "#define INITERROR return\n#endif\n" if heritage != "none" else
                         "#define INITERROR return NULL\n")
        elif fail_style == "return":
            before_fail, after_fail = "return NULL;", f"Py_DECREF({m});\nreturn NULL;"
        else:
            before_fail = after_fail = "return NULL;"
        before_text = self._steps(hoisted, before_fail)
        after_text = self._steps(after, after_fail)
        create = self._create(heritage, fail_style, before_fail)
        is_inline = (fail_style != "goto" and heritage == "none" and not keeps
                     and choose.flag("declared with the module", 0.4))
        declare = f"PyObject *{m}{' = NULL' if fail_style == 'goto' else ''};"
        if is_inline:
            create = create.replace(f"{m} = PyModule", f"PyObject *{m} = PyModule", 1)
        index = "int i;" if "(i = " in before_text + after_text else ""
        ending = self._ending(heritage)
        body = [index, "" if is_inline or keeps else declare, "", before_text, create, after_text, ending]
        lines = "\n".join(line if line.startswith("#") else "    " + line
                          for line in "\n".join(body).splitlines())
        if fail_style == "goto":
            lines += f"\n\nfail:\n    Py_XDECREF({m});\n    return NULL;"
        return texts + self._heads(heritage, definition, lines)

    def _order(self):
        """Steps in front of the creation of the module, and behind it."""
        hoists = self.choose.flag("types first", 0.6)
        hoisted, after, late = [], [], set()
        for part in self.parts:
            is_late = (part.init_function is not None or not hoists
                       or any(offer.part in late for offer in part.used))
            if part.init_function is not None:
                late.add(part)
                after.append(Call(f"{part.init_function}({self.m})", "< 0"))
                continue
            if is_late:
                late.add(part)
                after += part.steps
                continue
            # Nothing in front of the creation may depend on a step behind it.
            for at, step in enumerate(part.steps):
                if not step.before:
                    after += part.steps[at:]
                    late.add(part)
                    break
                hoisted.append(step)
        return hoisted, after

    def _create(self, heritage, fail_style, fail):
        m = self.m
        call = f"{m} = PyModule_Create(&{self.definition_name});"
        if heritage == "heads" or heritage == "moduleinit":
            call = (f"#if PY_MAJOR_VERSION >= 3\n{call}\n#else\n"
                    f'{m} = Py_InitModule3("{self.name}", NULL, "doc");\n#endif')
        return f"{call}\nif ({m} == NULL) {{\n" + with_fail("    FAIL;", fail) + "\n}"

    def _ending(self, heritage):
        m = self.m
        form = self.choose.one("ending", "plain", "plain", "occurred", "fatal", "conditional")
        text = {"plain": f"return {m};",
                "occurred": f"if (PyErr_Occurred()) {{\n    Py_DECREF({m});\n    return NULL;\n}}\n"
                            f"return {m};",
                "fatal": f'if (PyErr_Occurred()) {{\n    Py_FatalError("cannot initialise");\n}}\n'
                         f"return {m};",
                "conditional": f"return PyErr_Occurred() ? NULL : {m};"}[form]
        if heritage == "heads":
            return "#if PY_MAJOR_VERSION >= 3\n" + text + "\n#endif"
        return text

    @property
    def definition_name(self):
        return self.choose.one("definition", f"{self.name.strip('_')}_module", "moduledef",
                               f"{self.name}module")

    def _definition(self, methods, size, more):
        form = self.choose.one("definition form", "designated", "positional")
        traverse = clear = free = "NULL"
        if self.state:
            size = f"sizeof(struct {self.state})"
        if self.hooks:
            traverse, clear = self.hooks + "_traverse", self.hooks + "_clear"
            free = "NULL" if self.state else self.hooks + "_free"
        doc = self.choose.one("module doc", "NULL", '"What the module does."')
        if form == "designated" and not self.is_cpp:
            lines = [f'    .m_name = "{self.name}",',
                     *([f"    .m_doc = {doc},"] if doc != "NULL" else []),
                     f"    .m_size = {size},",
                     *([f"    .m_methods = {methods},"] if methods != "NULL" else [])]
            if more:
                lines.append(f"    .m_slots = {more},")
            if self.hooks:
                lines += [f"    .m_traverse = {traverse},", f"    .m_clear = {clear},"]
            if free != "NULL":
                lines.append(f"    .m_free = {free},")
        else:
            lines = [f'    "{self.name}",', f"    {doc},", f"    {size},", f"    {methods},",
                     f"    {more or 'NULL'},", f"    {traverse},", f"    {clear},",
                     f"    {free},"]
        struct = self.choose.one("struct of the definition", "struct PyModuleDef", "PyModuleDef")
        return "\n".join([f"static {struct} {self.definition_name} = {{",
                          "    PyModuleDef_HEAD_INIT,", *lines, "};"]) + "\n"

    def _heads(self, heritage, definition, lines):
        name = self.name
        py3, py2 = f"PyMODINIT_FUNC\nPyInit_{name}(void)", f"PyMODINIT_FUNC\ninit{name}(void)"
        if heritage == "none":
            return [definition, f"{py3}\n{{\n{lines}\n}}\n"]
        if heritage == "heads":
            return [f"#if PY_MAJOR_VERSION >= 3\n{definition}\n{py3}\n#else\n{py2}\n#endif\n"
                    f"{{\n{lines}\n}}\n"]
        if heritage == "moduleinit":
            return [f"#if PY_MAJOR_VERSION >= 3\n{definition}#endif\n",
                    f"static PyObject *\nmoduleinit(void)\n{{\n{lines}\n}}\n",
                    f"#if PY_MAJOR_VERSION < 3\n{py2}\n{{\n    moduleinit();\n}}\n#else\n"
                    f"{py3}\n{{\n    return moduleinit();\n}}\n#endif\n"]
        return ["#if PY_MAJOR_VERSION >= 3\n"
                "#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)\n#else\n"
                "#define MOD_INIT(name) PyMODINIT_FUNC init##name(void)\n#endif\n",
                definition, f"MOD_INIT({name})\n{{\n{lines}\n}}\n"]

    def _multi_phase(self, methods):
        exec_, slots = f"{self.name.strip('_')}_exec", f"{self.name.strip('_')}_slots"
        hoisted, after = self._order()
        steps = self._steps(hoisted + after, "return -1;")
        text = fill("""
static int
$f(PyObject *$m)
{
    $index
    $steps
    return 0;
}

static PyModuleDef_Slot $slots[] = {
    {Py_mod_exec, (void *)$f},
    {0, NULL},
};
""", f=exec_, m=self.m, slots=slots, steps=steps, index="int i;" if "(i = " in steps else "")
        return [text, self._definition(methods, "0", slots),
                f"PyMODINIT_FUNC\nPyInit_{self.name}(void)\n{{\n"
                f"    return PyModuleDef_Init(&{self.definition_name});\n}}\n"]

    # The script.

    def _script(self):
        lines = [line for part in self.parts for line in part.lines] + self.kept_shows
        self.script = SCRIPT_HEAD + "".join(f"    {line}\n" for line in lines)

    @property
    def choices(self):
        return sorted({name for one in (self.choose, *(part.choose for part in self.parts))
                       for name in one.made})


class Call:
    """A step that calls the init function of a part."""

    def __init__(self, call, test):
        self.call, self.test, self.before = call, test, False


def with_fail(text, fail):
    """FAIL; in the text as what leaves the function, at the same depth."""
    lines = []
    for line in text.splitlines():
        if line.strip() == "FAIL;":
            depth = line[:len(line) - len(line.lstrip())]
            lines += [depth + part for part in fail.splitlines()]
        else:
            lines.append(line)
    return "\n".join(lines)


def prototype(function, flags):
    more = ("PyObject *const *args, Py_ssize_t nargs" if "FASTCALL" in flags else
            "PyObject *args, PyObject *kwargs" if "KEYWORDS" in flags else "PyObject *args")
    return f"PyObject *{function}(PyObject *self, {more});"
