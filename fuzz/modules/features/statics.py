"""Static variables of all kinds, each with functions that use it."""


def getter(part, what, expression, guard=None):
    """A module function that returns an expression."""
    f = part.function(what)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $touch
    return $value;
}
""", f=f, touch=part.touch("NULL"), value=expression, guard=guard)
    part.method(f, f, "METH_NOARGS", guard)
    return f


def exported(part, name, value, is_type=False):
    """Steps that add an object the module keeps to its attributes."""
    way = part.choose.one("added by", "checked", "unchecked", "counted before", "dict",
                          "reference")
    if way == "checked":
        part.step(f"""
Py_INCREF({value});
if (PyModule_AddObject($m, "{name}", (PyObject *){value}) < 0) {{
    Py_DECREF({value});
    FAIL;
}}
""")
    elif way == "unchecked":
        part.step(f'Py_INCREF({value});\nPyModule_AddObject($m, "{name}", {value});')
    elif way == "counted before":
        part.step(f"Py_INCREF({value});")
        part.step(f'PyModule_AddObject($m, "{name}", {value})', "< 0")
    elif way == "dict":
        part.step(f'PyDict_SetItemString(PyModule_GetDict($m), "{name}", {value})', "< 0")
    else:
        part.step(f'PyObject_SetAttrString($m, "{name}", {value})', "< 0")


def counter(part):
    kind = part.choose.one("kind", "int", "long", "unsigned int", "Py_ssize_t", "size_t",
                           "unsigned long long")
    name = part.shared_static("counter")
    part.body(part.choose.one("form", "static[$x] $kind $x = 0;", "static[$x] $kind $x;",
                              "/* How often. */\nstatic[$x] $kind $x = 10;"),
              x=name, kind=kind)
    part.offer("counter", name, f"extern {kind} {name};",
               touch=("$x++;", "$x += 2;", "++$x;", "if ($x > 5) {\n    $x = 0;\n}"))
    f = getter(part, "count", f"PyLong_FromLong((long){name})")
    part.show(f"m.{f}()")
    part.show(f"m.{f}()")


def local_counter(part):
    f = part.function("next")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    static $kind $x$start;
    $touch
    $x++;
    return PyLong_FromLong((long)$x);
}
""", f=f, x=part.choose.one("name", "calls", "n", "counter"),
              kind=part.choose.one("kind", "int", "long"),
              start=part.choose.one("start", "", " = 0", " = 5"), touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"[m.{f}(), m.{f}()]")


def setting(part):
    name = part.shared_static("level")
    kind, code, to = part.choose.one("kind", ("int", "i", "PyLong_FromLong"),
                                     ("double", "d", "PyFloat_FromDouble"),
                                     ("long", "l", "PyLong_FromLong"))
    f = part.function("set_level")
    part.body("static[$x] $kind $x = 1;", x=name, kind=kind)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    $kind value;
    $kind old = $x;
    if (!PyArg_ParseTuple(args, "$code", &value)) {
        return NULL;
    }
    if (value < 0) {
        PyErr_SetString($error, "negative");
        return NULL;
    }
    $x = value;
    return $to(old);
}
""", f=f, x=name, kind=kind, code=code, to=to, error=part.error())
    part.method(f, f, "METH_VARARGS")
    part.offer("setting", name, f"extern {kind} {name};",
               touch=("if ($x > 1000) {\n    Py_FatalError(\"level\");\n}",))
    part.script(f"show(lambda: m.{f}(3))", f"show(lambda: m.{f}(2))",
                f"show(lambda: m.{f}(-2))", f"show(lambda: m.{f}('a'))",
                f"show(lambda: m.{f}(1))")


def exception(part):
    name = part.shared_static("error")
    base = part.choose.one("base", "NULL", "PyExc_ValueError", "other")
    if base == "other":
        offer = part.ask("exception")
        base = offer.name if offer else "PyExc_OSError"
    title = part.Word + "Error"
    part.body("static[$x] PyObject *$x$start;", x=name,
              start=part.choose.one("start", "", " = NULL"))
    make = part.choose.one(
        "made by", f'PyErr_NewException("{part.world.name}.{title}", {base}, NULL)',
        f'PyErr_NewExceptionWithDoc("{part.world.name}.{title}", "What failed.", {base}, NULL)')
    if part.world.is_cpp or part.choose.flag("cast of the name", 0.2):
        make = make.replace('("', '((char *)"')
    part.step(f"{name} = {make}", "== NULL", before=base == "NULL" or "PyExc" in base)
    exported(part, title, name)
    part.offer("exception", name, f"extern PyObject *{name};")
    f = part.function("fail")
    part.body(part.choose.one("raised by", """
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    $touch
    PyErr_SetObject($x, arg);
    return NULL;
}
""", """
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    $touch
    return PyErr_Format($x, "%S failed", arg);
}
""", """
static void
$h(PyObject *arg)
{
    if (!PyErr_Occurred()) {
        PyErr_SetObject($x, arg);
    }
}

static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    $touch
    $h(arg);
    return NULL;
}
"""), f=f, h=part.function("set_error"), x=name, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.show(f"m.{f}(1)")
    part.script(f"show(lambda: m.{title}.__mro__[1].__name__)",
                f"show(lambda: caught(m.{title}, lambda: m.{f}('x')))")


def strings(part):
    """Interned names: single ones, an array, or in a struct."""
    form = part.choose.one("form", "single", "array", "struct", "lazy")
    f = part.function("names")
    if form == "single":
        one, two = part.static("str_name"), part.static("str_doc")
        part.body("static[$a] PyObject *$a;\nstatic[$b] PyObject *$b = NULL;", a=one, b=two)
        for name, text in ((one, "__name__"), (two, "__doc__")):
            part.step(f'{name} = PyUnicode_InternFromString("{text}")', "== NULL", before=True)
        use = one
    elif form == "array":
        array = part.static("names")
        part.body("static PyObject *$a[3];", a=array)
        texts = ("__name__", "__doc__", "__dict__")
        for index, text in enumerate(texts):
            part.step(f'{array}[{index}] = PyUnicode_InternFromString("{text}")', "== NULL",
                      before=True)
        use = f"{array}[0]"
    elif form == "struct":
        record = part.static("strings")
        part.body("static struct {\n    PyObject *name;\n    PyObject *doc;\n    int used;\n} $a;",
                  a=record)
        part.step(f'{record}.name = PyUnicode_InternFromString("__name__")', "== NULL",
                  before=True)
        part.step(f'{record}.doc = PyUnicode_FromString("__doc__")', "== NULL", before=True)
        use = f"{record}.name"
    else:
        one = part.static("lazy_name")
        part.body("static PyObject *$a = NULL;", a=one)
        use = one
    make = f"""
    if ({use} == NULL) {{
        {use} = PyUnicode_InternFromString("__name__");
        if ({use} == NULL) {{
            return NULL;
        }}
    }}""".strip("\n") if form == "lazy" else ""
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    PyObject *result;
$make
    $touch
    result = PyObject_GetAttr(arg, $use);
    if (result == NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    return result;
}
""".replace("$make\n", make + "\n" if make else ""), f=f, use=use, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.script(f"show(lambda: m.{f}(int))", f"show(lambda: m.{f}(3))")


def cache(part):
    name = part.shared_static("cache")
    is_lazy = part.choose.flag("lazy")
    part.body("static[$x] PyObject *$x$start;", x=name,
              start=part.choose.one("start", "", " = NULL"))
    if not is_lazy:
        part.step(f"{name} = PyDict_New()", "== NULL", before=True)
        part.offer("cache", name, f"extern PyObject *{name};",
                   risk=("if (PyDict_SetItemString($x, \"last\", Py_None) < 0) {\n"
                         "    return $ret;\n}",
                         "if ($x == NULL) {\n    PyErr_SetString(PyExc_SystemError, \"?\");\n"
                         "    return $ret;\n}"),
                   touch=("if (PyDict_GET_SIZE($x) > 100) {\n    PyDict_Clear($x);\n}",))
    f, g = part.function("look up"), part.function("forget")
    start = ("if ($x == NULL) {\n    $x = PyDict_New();\n    if ($x == NULL) {\n"
             "        return NULL;\n    }\n}").replace("$x", name) if is_lazy else ""
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *key)
{
    PyObject *found;
    $start
    $touch
    found = PyDict_GetItemWithError($x, key);
    if (found != NULL) {
        Py_INCREF(found);
        return found;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    found = PyObject_Repr(key);
    if (found == NULL || PyDict_SetItem($x, key, found) < 0) {
        Py_XDECREF(found);
        return NULL;
    }
    return found;
}

static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    $clear
    Py_RETURN_NONE;
}
""", f=f, g=g, x=name, start=start, touch=part.touch("NULL"),
              clear=part.choose.one("forgets by", f"if ({name} != NULL) {{\n    PyDict_Clear({name});\n}}",
                                    f"Py_CLEAR({name});" if is_lazy else
                                    f"PyDict_Clear({name});"))
    part.method(f, f, "METH_O")
    part.method(g, g)
    part.script(f"show(lambda: [m.{f}(k) for k in (1, 'a', 1)])", f"show(lambda: m.{f}([]))",
                f"show(lambda: m.{g}())", f"show(lambda: m.{f}(2))")


def lazy_import(part):
    f = part.function("import")
    module, attribute, call = part.choose.one(
        "what", ("math", "floor", "2.5"), ("operator", "neg", "2.5"), ("json", "dumps", "2.5"))
    is_local = part.choose.flag("local", 0.6)
    name = "func" if is_local else part.static("func")
    declaration = f"static PyObject *{name} = NULL;"
    if not is_local:
        part.body(declaration)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    $declaration
    $touch
    if ($x == NULL) {
        PyObject *imported = PyImport_ImportModule("$module");
        if (imported == NULL) {
            return NULL;
        }
        $x = PyObject_GetAttrString(imported, "$attribute");
        Py_DECREF(imported);
        if ($x == NULL) {
            return NULL;
        }
    }
    return PyObject_CallFunctionObjArgs($x, arg, NULL);
}
""", f=f, x=name, declaration=declaration if is_local else "", module=module,
              attribute=attribute, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.script(f"show(lambda: m.{f}({call}))", f"show(lambda: m.{f}({call}))")


def imported_at_init(part):
    name = part.static("imported")
    part.body("static[$x] PyObject *$x;", x=name)
    part.step(f'{name} = PyImport_ImportModule("{part.choose.one("what", "math", "operator")}")',
              "== NULL", before=True)
    f = getter(part, "imported", f'PyObject_GetAttrString({name}, "__name__")')
    part.show(f"m.{f}()")


def marker(part):
    name = part.shared_static("marker")
    part.body("static[$x] PyObject *$x;", x=name)
    part.step(f"{name} = {part.choose.one('made by', 'PyList_New(0)', 'PyObject_CallObject((PyObject *)&PyBaseObject_Type, NULL)', 'PyTuple_New(0)')}",
              "== NULL", before=True)
    exported(part, part.word.upper(), name)
    f = part.function("is_marker")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    $touch
    return PyBool_FromLong(arg == $x);
}
""", f=f, x=name, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.offer("object", name, f"extern PyObject *{name};",
               touch=("assert($x != NULL);", "(void)Py_REFCNT($x);"))
    part.script(f"show(lambda: m.{f}(m.{part.word.upper()}))", f"show(lambda: m.{f}(None))")


def registry(part):
    name = part.static("registry")
    part.body("static PyObject *$x;", x=name)
    part.step(f"{name} = PyList_New(0)", "== NULL", before=True)
    f, g = part.function("register"), part.function("run all")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    if (!PyCallable_Check(callable)) {
        PyErr_SetString($error, "not callable");
        return NULL;
    }
    if (PyList_Append($x, callable) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyList_GET_SIZE($x));
}

static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    PyObject *results = PyList_New(0);
    Py_ssize_t i;
    if (results == NULL) {
        return NULL;
    }
    for (i = 0; i < PyList_GET_SIZE($x); i++) {
        PyObject *result = PyObject_CallObject(PyList_GET_ITEM($x, i), NULL);
        if (result == NULL || PyList_Append(results, result) < 0) {
            Py_XDECREF(result);
            Py_DECREF(results);
            return NULL;
        }
        Py_DECREF(result);
    }
    $touch
    if (PyList_SetSlice($x, 0, PyList_GET_SIZE($x), NULL) < 0) {
        Py_DECREF(results);
        return NULL;
    }
    return results;
}
""", f=f, g=g, x=name, error=part.error(), touch=part.touch())
    part.method(f, f, "METH_O")
    part.method(g, g)
    part.script(f"show(lambda: [m.{f}(lambda: 3), m.{f}(lambda: 4)])", f"show(lambda: m.{f}(2))",
                f"show(lambda: m.{g}())", f"show(lambda: m.{g}())")


def object_array(part):
    name, size = part.static("small"), part.choose.number("size", 2, 6)
    is_filled = part.choose.flag("filled at init")
    part.body("#define $N $n\nstatic PyObject *$x[$N];", N=part.word.upper() + "_SMALL",
              n=size, x=name)
    if is_filled:
        part.world.init_needs_index = True
        part.step(f"""
for (i = 0; i < {part.word.upper()}_SMALL; i++) {{
    {name}[i] = PyLong_FromLong(1000 + i);
    if ({name}[i] == NULL) {{
        FAIL;
    }}
}}
""", before=True)
    f = part.function("small")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    int index;
    if (!PyArg_ParseTuple(args, "i", &index)) {
        return NULL;
    }
    if (index < 0 || index >= $N) {
        PyErr_SetString($error, "index");
        return NULL;
    }
    $touch
    $fill
    Py_INCREF($x[index]);
    return $x[index];
}
""", f=f, x=name, N=part.word.upper() + "_SMALL", error=part.error(), touch=part.touch("NULL"),
              fill="" if is_filled else f"""
if ({name}[index] == NULL) {{
    {name}[index] = PyLong_FromLong(2000 + index);
    if ({name}[index] == NULL) {{
        return NULL;
    }}
}}
""")
    part.method(f, f, "METH_VARARGS")
    part.script(f"show(lambda: [m.{f}(0), m.{f}(1), m.{f}(1)])", f"show(lambda: m.{f}(99))")


def scratch(part):
    """A buffer that a function writes, and what it wrote last."""
    name = part.static("buffer")
    f = part.function("format")
    is_local = part.choose.flag("local")
    part.includes.append("#include <stdio.h>")
    if not is_local:
        part.body("static char $x[64];", x=name)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    $declaration
    int number;
    if (!PyArg_ParseTuple(args, "i", &number)) {
        return NULL;
    }
    $touch
    snprintf($x, sizeof($x), "<%d>", number);
    return PyUnicode_FromString($x);
}
""", f=f, x=name, declaration=f"static char {name}[64];" if is_local else "",
              touch=part.touch("NULL"))
    part.method(f, f, "METH_VARARGS")
    part.script(f"show(lambda: [m.{f}(1), m.{f}(22)])")


def lookup_table(part):
    """A table of numbers, computed at import, in the first call, or constant."""
    form = part.choose.one("form", "constant", "at init", "first call")
    name, f = part.static("lut"), part.function("look")
    if form == "constant":
        part.body("static const unsigned char $x[4] = {3, 1, 4, 1};", x=name)
    else:
        part.body("static unsigned int $x[4];", x=name)
        part.body("""
static[$h] void
$h(void)
{
    int i;
    for (i = 0; i < 4; i++) {
        $x[i] = (unsigned int)(i * i);
    }
}
""", h=part.function("fill"), x=name)
        if form == "at init":
            part.step(f"{part.function('fill')}();", before=True)
        else:
            part.body("static int $d = 0;", d=part.static("is_filled"))
    first = (f"if (!{part.static('is_filled')}) {{\n    {part.function('fill')}();\n"
             f"    {part.static('is_filled')} = 1;\n}}") if form == "first call" else ""
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    unsigned int index;
    if (!PyArg_ParseTuple(args, "I", &index)) {
        return NULL;
    }
    $first
    $touch
    return PyLong_FromLong((long)$x[index & 3]);
}
""", f=f, x=name, first=first, touch=part.touch("NULL"))
    part.method(f, f, "METH_VARARGS")
    part.show(f"[m.{f}(i) for i in range(5)]")


def strategies(part):
    """A table of functions and names; the chosen one in a static pointer."""
    name, chosen = part.static("ops"), part.static("chosen_op")
    f, g = part.function("choose"), part.function("apply")
    has_counter = part.choose.flag("counts uses", 0.4)
    const = "" if has_counter else "const "
    part.share("""
typedef struct {
    const char *name;
    long (*apply)(long);
    int uses;
} $S;
""", S=part.Word + "Op")
    part.body("""
static long
$a(long x)
{
    return x * 2;
}

static long
$b(long x)
{
    $touch
    return x * x;
}

static $const$S $x[] = {
    {"double", $a, 0},
    {"square", $b, 0},
    {NULL, NULL, 0},
};
static $const$S *$c = &$x[0];

static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    const char *name;
    $const$S *op;
    if (!PyArg_ParseTuple(args, "s", &name)) {
        return NULL;
    }
    for (op = $x; op->name != NULL; op++) {
        if (strcmp(op->name, name) == 0) {
            $c = op;
            Py_RETURN_TRUE;
        }
    }
    Py_RETURN_FALSE;
}

static[$g] PyObject *
$g(PyObject *self, PyObject *args)
{
    long number;
    if (!PyArg_ParseTuple(args, "l", &number)) {
        return NULL;
    }
    $count
    return PyLong_FromLong($c->apply(number));
}
""", a=part.function("double"), b=part.function("square"), x=name, c=chosen, f=f, g=g,
              const=const, S=part.Word + "Op", count=f"{chosen}->uses++;" if has_counter else "",
              touch=part.touch())
    part.includes.append("#include <string.h>")
    part.method(f, f, "METH_VARARGS")
    part.method(g, g, "METH_VARARGS")
    part.script(f"show(lambda: m.{g}(5))", f"show(lambda: m.{f}('square'))",
                f"show(lambda: m.{g}(5))", f"show(lambda: m.{f}('none'))",
                f"show(lambda: m.{f}('double'))")


def lock(part):
    name, total, f = part.static("lock"), part.static("total"), part.function("add")
    is_lazy = part.choose.flag("lazy", 0.3)
    part.body("static PyThread_type_lock $x = NULL;\nstatic long $t;", x=name, t=total)
    make = f"{name} = PyThread_allocate_lock()"
    if not is_lazy:
        part.step(f"{make};\nif ({name} == NULL) {{\n    PyErr_NoMemory();\n    FAIL;\n}}",
                  before=True)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    long number, result;
    if (!PyArg_ParseTuple(args, "l", &number)) {
        return NULL;
    }
    $lazy
    PyThread_acquire_lock($x, WAIT_LOCK);
    $t += number;
    result = $t;
    PyThread_release_lock($x);
    return PyLong_FromLong(result);
}
""", f=f, x=name, t=total, lazy=f"if ({name} == NULL) {{\n    {make};\n}}" if is_lazy else "")
    part.includes.append("#include <pythread.h>")
    part.method(f, f, "METH_VARARGS")
    part.show(f"[m.{f}(2), m.{f}(-2)]")


def record(part):
    """A struct with objects and numbers, with a name or without."""
    name, f, g = part.static("config"), part.function("remember"), part.function("recall")
    form = part.choose.one("form", "typedef", "unnamed", "named", "pointer")
    body = "{\n    PyObject *last;\n    int n;\n    PyObject *first;\n}"
    before, S = "", part.Word + "Config"
    x = name + "."
    if form == "typedef":
        text = f"typedef struct {body} {S};\nstatic {S} {name};"
    elif form == "unnamed":
        text = f"static struct {body} {name} = {{NULL, 0, NULL}};"
    elif form == "named":
        text = f"static struct {S} {body} {name};"
    else:
        text = (f"typedef struct {body} {S};\nstatic {S} {name}_memory;\n"
                f"static {S} *{name} = &{name}_memory;")
        x = name + "->"
    part.body(before + text)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    PyObject *old = $xlast;
    Py_INCREF(arg);
    $xlast = arg;
    if ($xfirst == NULL) {
        Py_INCREF(arg);
        $xfirst = arg;
    }
    Py_XDECREF(old);
    $touch
    return PyLong_FromLong(++$xn);
}

static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    if ($xlast == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF($xlast);
    return $xlast;
}
""".replace("$x", x), f=f, g=g, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.method(g, g)
    part.script(f"show(lambda: [m.{f}(7), m.{f}('b')])", f"show(lambda: m.{g}())")


def grown(part):
    """Memory that grows, full of objects or of numbers."""
    holds = part.choose.one("holds", "numbers", "objects")
    name, n, f = part.static("items"), part.static("n_items"), part.function("push")
    kind = "long *" if holds == "numbers" else "PyObject **"
    part.body("static $k$x = NULL;\nstatic Py_ssize_t $n = 0;", k=kind, x=name, n=n)
    put = (f"{name}[{n}++] = PyLong_AsLong(arg);" if holds == "numbers" else
           f"Py_INCREF(arg);\n{name}[{n}++] = arg;")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    if ($n < 50) {
        $kmore = ($k)PyMem_Realloc($x, ($n + 1) * sizeof(*$x));
        if (more == NULL) {
            return PyErr_NoMemory();
        }
        $x = more;
        $put
    }
    $touch
    return PyLong_FromSsize_t($n);
}
""", k=kind, kmore=f"{kind}more", x=name, n=n, f=f, put=put, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.show(f"[m.{f}(1), m.{f}(2)]")


def chain(part):
    """A list of C structs that the module keeps."""
    name, f, g = part.static("head"), part.function("prepend"), part.function("sum")
    part.body("""
struct $S {
    long number;
    struct $S *next;
};
static struct $S *$x = NULL;

static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    struct $S *link;
    long number;
    if (!PyArg_ParseTuple(args, "l", &number)) {
        return NULL;
    }
    link = (struct $S *)PyMem_RawMalloc(sizeof(*link));
    if (link == NULL) {
        return PyErr_NoMemory();
    }
    $touch
    link->number = number;
    link->next = $x;
    $x = link;
    Py_RETURN_NONE;
}

static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    long total = 0;
    while ($x != NULL) {
        struct $S *link = $x;
        total += link->number;
        $x = link->next;
        PyMem_RawFree(link);
    }
    return PyLong_FromLong(total);
}
""", S=part.word + "_link", x=name, f=f, g=g, touch=part.touch())
    part.method(f, f, "METH_VARARGS")
    part.method(g, g)
    part.script(f"show(lambda: [m.{f}(3), m.{f}(4)])", f"show(lambda: m.{g}())")


def saved_module(part):
    name = part.static("this_module")
    part.body("static PyObject *$x = NULL;", x=name)
    is_owned = part.choose.flag("owned", 0.4)
    part.step(f"{name} = $m;\n" + "Py_INCREF($m);" * is_owned)
    f = getter(part, "module name", f'PyObject_GetAttrString({name}, "__name__")')
    part.show(f"m.{f}()")


def empty_tuple(part):
    name = part.static("empty")
    part.body("static PyObject *$x;", x=name)
    part.step(f"{name} = PyTuple_New(0)", "== NULL", before=True)
    f = part.function("call empty")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    $touch
    return PyObject_Call(callable, $x, NULL);
}
""", f=f, x=name, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.show(f"m.{f}(dict)")


def helper(part):
    """A function that others call, and that uses what still others have."""
    h = part.function("note")
    total = part.static("noted")
    part.body("""
static int $x = 0;

static[$h] int
$h(int n)
{
    $touch
    if (n < 0) {
        PyErr_SetString($error, "noted");
        return -1;
    }
    $x = n;
    return 0;
}
""", h=h, x=total, touch=part.touch("-1", 0.8), error=part.error())
    part.offer("helper", h, f"int {h}(int n);",
               risk=("if ($x(3) < 0) {\n    return $ret;\n}",))
    f = part.function("noted")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    int n;
    if (!PyArg_ParseTuple(args, "i", &n) || $h(n) < 0) {
        return NULL;
    }
    return PyLong_FromLong($x);
}
""", f=f, h=h, x=total)
    part.method(f, f, "METH_VARARGS")
    part.script(f"show(lambda: m.{f}(2))", f"show(lambda: m.{f}(-2))")


def once(part):
    """What is done on the first call only."""
    f, flag = part.function("prepare"), part.static("prepared")
    part.body("""
static int $x = 0;

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    if ($x) {
        Py_RETURN_FALSE;
    }
    $x = 1;
    $touch
    Py_RETURN_TRUE;
}
""", f=f, x=flag, touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"[m.{f}(), m.{f}()]")


def random_numbers(part):
    name, f = part.static("seed"), part.function("random")
    part.body("""
static unsigned long $x = 88172645463325252UL;

static unsigned long
$h(void)
{
    $x ^= $x << 13;
    $x ^= $x >> 7;
    $x ^= $x << 17;
    return $x;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $touch
    return PyLong_FromUnsignedLong($h());
}
""", x=name, f=f, h=part.function("step"), touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"m.{f}()")
