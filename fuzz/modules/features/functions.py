"""Functions, constants, macros, capsules, callbacks and threads."""

from features.statics import getter


def arguments(part):
    f = part.function("parse")
    form = part.choose.one("form", "varargs", "keywords", "one", "fast", "converter")
    touch = part.touch("NULL")
    if form == "varargs":
        part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    int a;
    const char *b = "none";
    if (!PyArg_ParseTuple(args, "i|s:$f", &a, &b)) {
        return NULL;
    }
    $touch
    return Py_BuildValue("(is)", a, b);
}
""", f=f, touch=touch)
        part.method(f, f, "METH_VARARGS")
        part.script(f"show(lambda: m.{f}(1))", f"show(lambda: m.{f}(1, 'x'))",
                    f"show(lambda: m.{f}())")
    elif form == "keywords":
        part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const char *kwlist[] = {"a", "b", NULL};
    int a;
    PyObject *b = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i|O", (char **)kwlist, &a, &b)) {
        return NULL;
    }
    $touch
    return Py_BuildValue("iO", a, b);
}
""", f=f, touch=touch)
        part.method(f, f, "METH_VARARGS | METH_KEYWORDS")
        part.script(f"show(lambda: m.{f}(a=1, b='q'))", f"show(lambda: m.{f}(c=1))")
    elif form == "one":
        part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    $touch
    Py_INCREF(arg);
    return arg;
}
""", f=f, touch=touch)
        part.method(f, f, "METH_O")
        part.show(f"m.{f}('same')")
    elif form == "fast":
        part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    $touch
    if (nargs != 2) {
        return PyErr_Format($error, "two, not %zd", nargs);
    }
    return PyNumber_Add(args[0], args[1]);
}
""", f=f, touch=touch, error=part.error())
        part.method(f, f, "METH_FASTCALL")
        part.script(f"show(lambda: m.{f}(1, 2))", f"show(lambda: m.{f}(1))")
    else:
        part.body("""
static int
$c(PyObject *object, void *address)
{
    $touch2
    if (!PyLong_Check(object)) {
        PyErr_SetString($error, "an int, please");
        return 0;
    }
    *(long *)address = PyLong_AsLong(object);
    return 1;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    long number;
    if (!PyArg_ParseTuple(args, "O&", $c, &number)) {
        return NULL;
    }
    $touch
    return PyLong_FromLong(number);
}
""", f=f, c=part.function("convert"), touch=touch, touch2=part.touch("0"), error=part.error())
        part.method(f, f, "METH_VARARGS")
        part.script(f"show(lambda: m.{f}(4))", f"show(lambda: m.{f}('x'))")


def constants(part):
    up = part.word.upper()
    form = part.choose.one("form", "calls", "macro", "table", "text", "dict", "enum")
    if form == "calls":
        part.step(f'PyModule_AddIntConstant($m, "{up}_A", 1)', "< 0")
        part.step(f'PyModule_AddIntConstant($m, "{up}_B", 2);')
    elif form == "macro":
        part.share("#define $A 3\n#define $B (1 << 4)", A=up + "_A", B=up + "_B")
        part.step(f"PyModule_AddIntMacro($m, {up}_A);")
        part.step(f"PyModule_AddIntMacro($m, {up}_B)", "< 0")
    elif form == "table":
        part.body("""
static $const struct {
    const char *name;
    long value;
} $t[] = {
    {"$A", 5},
#ifdef HAVE_EXTRA
    {"$C", 7},
#endif
    {"$B", 6},
    {NULL, 0},
};
""", const=part.choose.one("const", "const", "const", ""), t=part.static("constants"), A=up + "_A",
                  B=up + "_B", C=up + "_C")
        part.world.init_needs_index = True
        part.step(f"""
for (i = 0; {part.static("constants")}[i].name != NULL; i++) {{
    if (PyModule_AddIntConstant($m, {part.static("constants")}[i].name, {part.static("constants")}[i].value) < 0) {{
        FAIL;
    }}
}}
""")
    elif form == "text":
        part.step(f'PyModule_AddStringConstant($m, "{up}_A", "text")', "< 0")
        part.step(f'PyModule_AddObject($m, "{up}_B", PyUnicode_FromString("owned"));')
    elif form == "dict":
        part.step(f"""
{{
    PyObject *value = PyLong_FromLong(12);
    if (value == NULL) {{
        FAIL;
    }}
    if (PyDict_SetItemString(PyModule_GetDict($m), "{up}_A", value) < 0) {{
        Py_DECREF(value);
        FAIL;
    }}
    Py_DECREF(value);
}}
""")
    else:
        part.share("enum $E { $A, $B = 8 };", E=part.word + "_kind", A=up + "_A", B=up + "_B")
        part.step(f'PyModule_AddIntConstant($m, "{up}_A", {up}_A)', "!= 0")
        part.step(f'PyModule_AddIntConstant($m, "{up}_B", {up}_B)', "== -1")
    part.show(f"[getattr(m, n, None) for n in ('{up}_A', '{up}_B')]")


def made_functions(part):
    """Functions that a macro defines."""
    M = "DEFINE_" + part.word.upper()
    names = [part.function(what) for what in ("alpha", "beta", "gamma")]
    public = "static[$f] ".replace("$f", names[0])
    touch = part.touch("NULL").strip("\n").replace("\n", " \\\n    ")
    part.body("""
#define $M(name, number) \\
static PyObject * \\
name(PyObject *self, PyObject *unused) \\
{ \\
    $touch \\
    return PyLong_FromLong(number); \\
}

$M($a, 1)
$M($b, 2)
""".replace("    $touch \\\n", f"    {touch} \\\n" if touch else ""), M=M, a=names[0], b=names[1])
    part.private_methods = True
    for name in names[:2]:
        part.method(name, name)
        part.show(f"m.{name}()")


def macro_with_state(part):
    """A macro whose body uses a static variable."""
    name, M, f = part.static("hits"), part.word.upper() + "_HIT", part.function("hit")
    form = part.choose.one("form", "plain", "argument", "block")
    part.body("static long $x = 0;", x=name)
    if form == "plain":
        part.body("#define $M() ($x++)", M=M, x=name)
        use = f"{M}();"
    elif form == "argument":
        part.body("#define $M(n) ($x += (n))", M=M, x=name)
        use = f"{M}(2);"
    else:
        part.body("#define $M(n) \\\n    do { \\\n        $x += (n); \\\n    } while (0)", M=M, x=name)
        use = f"{M}(3);"
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $use
    $touch
    return PyLong_FromLong($x);
}
""", f=f, x=name, use=use, touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"[m.{f}(), m.{f}()]")


def capsule(part):
    """A capsule with a pointer, or with a table of functions."""
    form = part.choose.one("form", "pointer", "table", "destructor", "array")
    f = part.function("read capsule")
    name = f"{part.world.name}.{part.word}_api"
    if form == "pointer":
        x = part.static("shared_number")
        part.body("static int $x = 41;", x=x)
        part.step(f'PyModule_AddObject($m, "{part.word}_api", PyCapsule_New(&{x}, "{name}", NULL))', "< 0")
        read = "PyLong_FromLong(*(int *)pointer)"
    elif form == "table":
        x = part.static("api")
        part.body("""
typedef struct {
    int version;
    long (*twice)(long);
} $S;

static long
$t(long n)
{
    $touch
    return n * 2;
}

static $S $x = {1, $t};
""", S=part.Word + "_CAPI", t=part.function("twice"), x=x, touch=part.touch())
        part.step(f'PyModule_AddObject($m, "{part.word}_api", PyCapsule_New((void *)&{x}, "{name}", NULL))', "< 0")
        read = f"PyLong_FromLong((({part.Word}_CAPI *)pointer)->twice(21))"
    elif form == "array":
        x = part.static("api_table")
        part.body("""
static long
$t(void)
{
    return 77;
}

static void *$x[2];
""", t=part.function("number"), x=x)
        part.step(f"{x}[0] = (void *){part.function('number')};", before=True)
        part.step(f'PyModule_AddObject($m, "{part.word}_api", PyCapsule_New((void *){x}, "{name}", NULL))', "< 0")
        read = "PyLong_FromLong(((long (*)(void))((void **)pointer)[0])())"
    else:
        d = part.function("drop")
        part.body("""
static void
$d(PyObject *capsule)
{
    $touch
    PyMem_RawFree(PyCapsule_GetPointer(capsule, "$name"));
}
""", d=d, name=name, touch=part.touch())
        g = part.function("make capsule")
        part.body("""
static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    int *memory = (int *)PyMem_RawCalloc(1, sizeof(int));
    if (memory == NULL) {
        return PyErr_NoMemory();
    }
    $touch
    return PyCapsule_New(memory, "$name", $d);
}
""", g=g, d=d, name=name, touch=part.touch())
        part.method(g, g)
        read = "PyLong_FromLong(*(int *)pointer)"
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    void *pointer = PyCapsule_GetPointer(arg, "$name");
    if (pointer == NULL) {
        return NULL;
    }
    $touch
    return $read;
}
""", f=f, name=name, read=read, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    made = f"m.{part.function('make capsule')}()" if form == "destructor" else f"m.{part.word}_api"
    part.script(f"show(lambda: m.{f}({made}))", f"show(lambda: m.{f}(3))")


def date_time(part):
    """The C API of datetime, which its own macro imports."""
    part.includes.append("#include <datetime.h>")
    part.step("PyDateTime_IMPORT;", before=True)
    part.step("if (PyDateTimeAPI == NULL) {\n    FAIL;\n}", before=True)
    f = part.function("day")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $touch
    return PyDate_FromDate(2020, 2, 29);
}
""", f=f, touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"m.{f}().isoformat()")


def sorting(part):
    """qsort, whose comparison reads a static variable."""
    x, f, c = part.static("direction"), part.function("sort"), part.function("compare")
    part.includes.append("#include <stdlib.h>")
    part.body("""
static int $x = 1;

static int
$c(const void *a, const void *b)
{
    long one = *(const long *)a, two = *(const long *)b;
    return $x * ((one > two) - (one < two));
}

static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    long numbers[3];
    int down = 0;
    if (!PyArg_ParseTuple(args, "lll|p", &numbers[0], &numbers[1], &numbers[2], &down)) {
        return NULL;
    }
    $x = down ? -1 : 1;
    $touch
    qsort(numbers, 3, sizeof(long), $c);
    return Py_BuildValue("lll", numbers[0], numbers[1], numbers[2]);
}
""", x=x, f=f, c=c, touch=part.touch("NULL"))
    part.method(f, f, "METH_VARARGS")
    part.script(f"show(lambda: m.{f}(3, 1, 2))", f"show(lambda: m.{f}(3, 1, 2, True))")


def handler(part):
    """A Python callable in a static variable, set and called."""
    x, f, g = part.static("handler"), part.function("set_handler"), part.function("fire")
    part.body("static PyObject *$x = NULL;", x=x)
    part.body(part.choose.one("kept by", """
static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    Py_INCREF(callable);
    Py_XSETREF($x, callable);
    Py_RETURN_NONE;
}
""", """
static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    if (callable == Py_None) {
        Py_CLEAR($x);
        Py_RETURN_NONE;
    }
    Py_XDECREF($x);
    Py_INCREF(callable);
    $x = callable;
    Py_RETURN_NONE;
}
""", """
static[$f] PyObject *
$f(PyObject *self, PyObject *callable)
{
    PyObject *old = $x;
    Py_INCREF(callable);
    $x = callable;
    if (old == NULL) {
        Py_RETURN_NONE;
    }
    return old;
}
"""), x=x, f=f)
    part.body("""
static[$h] PyObject *
$h(const char *what)
{
    if ($x == NULL || $x == Py_None) {
        Py_RETURN_NONE;
    }
    $touch2
    return PyObject_CallFunction($x, (char *)"s", what);
}

static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    $touch
    return $h("fired");
}
""", x=x, g=g, h=part.function("call_handler"), touch=part.touch("NULL"),
              touch2=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.method(g, g)
    part.script(f"show(lambda: m.{g}())", f"show(lambda: m.{f}(lambda what: what * 2) and None)",
                f"show(lambda: m.{g}())", f"show(lambda: m.{f}(None) and None)",
                f"show(lambda: m.{g}())")


def user_data(part):
    """A visitor with user data, called through a pointer of the module's own."""
    f, v, w = part.function("visit"), part.function("visitor"), part.function("walk")
    part.body("""
typedef int (*$k)(void *data, long number);

static int
$v(void *data, long number)
{
    PyObject *list = (PyObject *)data;
    PyObject *item = PyLong_FromLong(number);
    int done;
    if (item == NULL) {
        return -1;
    }
    $touch
    done = PyList_Append(list, item);
    Py_DECREF(item);
    return done;
}

static int
$w($k visit, void *data)
{
    long i;
    for (i = 0; i < 3; i++) {
        if (visit(data, i) < 0) {
            return -1;
        }
    }
    return 0;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    if (list != NULL && $w($v, list) < 0) {
        Py_CLEAR(list);
    }
    return list;
}
""", k=part.word + "_visit_t", v=v, w=w, f=f, touch=part.touch())
    part.method(f, f)
    part.show(f"m.{f}()")


def threads(part):
    form = part.choose.one("form", "allow", "worker")
    x, f = part.static("finished"), part.function("work")
    if form == "allow":
        part.body("""
static long $x = 0;

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    long i, total = 0;
    Py_BEGIN_ALLOW_THREADS
    for (i = 0; i < 100; i++) {
        total += i;
    }
    Py_END_ALLOW_THREADS
    $x++;
    $touch
    return PyLong_FromLong(total + $x - $x);
}
""", x=x, f=f, touch=part.touch("NULL"))
    else:
        part.includes.append("#include <pthread.h>")
        part.body("""
static int $x = 0;

static void *
$w(void *data)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *list = (PyObject *)data;
    PyObject *item = PyLong_FromLong(++$x > 0);
    if (item == NULL || PyList_Append(list, item) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(item);
    PyGILState_Release(gil);
    return NULL;
}

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    pthread_t thread;
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    if (pthread_create(&thread, NULL, $w, list) != 0) {
        Py_DECREF(list);
        PyErr_SetString($error, "no thread");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    $touch
    return list;
}
""", x=x, f=f, w=part.function("worker"), touch=part.touch(), error=part.error())
    part.method(f, f)
    part.show(f"m.{f}()")


def branches(part):
    """What is there under conditions only: statics, functions, rows."""
    guard = part.choose.one("guard", "ifdef HAVE_EXTRA", "ifndef NDEBUG", "ifdef MS_WINDOWS",
                            "if PY_VERSION_HEX < 0x030C0000", "ifndef WITHOUT_EXTRA",
                            "if defined(__linux__) && !defined(NDEBUG)")
    x, f, g = part.static("extra"), part.function("extra"), part.function("both")
    kind, fill, value = part.choose.one(
        "kind", ("int ", "", "PyLong_FromLong($x++)"),
        ("PyObject *", "if ($x == NULL) {\n    $x = PyList_New(0);\n}\nPy_XINCREF($x);", "$x"))
    fill, value = fill.replace("$x", x), value.replace("$x", x)
    part.body(f"static {kind}$x;", guard=guard, x=x)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $touch
    $fill
    return $value;
}
""", guard=guard, f=f, fill=fill, value=value, touch=part.touch("NULL"))
    part.method(f, f, "METH_NOARGS", guard)
    part.body("""
static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    $touch
#$condition
    return Py_BuildValue("N", $f(self, unused));
#else
    return PyUnicode_FromString("without");
#endif
}
""", f=f, g=g, condition=guard, touch=part.touch("NULL"))
    part.method(g, g)
    part.script(f"show(lambda: hasattr(m, '{f}'))", f"show(lambda: m.{g}())")


def instances(part):
    """Functions about the instances of another part's class."""
    offer = part.ask("class")
    f = part.function("check")
    if offer is None:
        name = getter(part, "nothing", "PyLong_FromLong(0)")
        return part.show(f"m.{name}()")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *arg)
{
    if (!($check)) {
        PyErr_Format($error, "not %s", $T.tp_name);
        return NULL;
    }
    $touch
    return PyBool_FromLong(Py_TYPE(arg) == &$T);
}
""", f=f, T=offer.name, check=f"PyObject_TypeCheck(arg, &{offer.name})", error=part.error(),
              touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.script(f"show(lambda: m.{f}({offer.make}))", f"show(lambda: m.{f}(4))")
    made = part.ask("sub-class")
    if made is not None:
        g, k = part.function("create"), part.static("instance")
        keeps = part.choose.flag("keeps one", 0.4)
        if keeps:
            part.body("static PyObject *$k = NULL;", k=k)
        part.body("""
static[$g] PyObject *
$g(PyObject *self, PyObject *unused)
{
    PyObject *made = PyObject_CallObject((PyObject *)&$T, NULL);
    if (made == NULL) {
        return NULL;
    }
    $keep
    return made;
}
""", g=g, T=made.name, keep=f"Py_INCREF(made);\nPy_XSETREF({k}, made);" if keeps else "")
        part.method(g, g)
        part.show(f"type(m.{g}()).__name__")


def sequence_struct(part):
    """A struct sequence."""
    T, f = part.Word + "Info" + "Type", part.function("info")
    part.includes.append("#include <structseq.h>")
    part.body("""
static PyStructSequence_Field $fields[] = {
    {(char *)"major", (char *)"one"},
    {(char *)"minor", NULL},
    {NULL, NULL},
};

static PyStructSequence_Desc $desc = {
    (char *)"$m.$W",
    NULL,
    $fields,
    2,
};

static PyTypeObject $T;

static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    PyObject *info = PyStructSequence_New(&$T);
    if (info == NULL) {
        return NULL;
    }
    $touch
    PyStructSequence_SetItem(info, 0, PyLong_FromLong(3));
    PyStructSequence_SetItem(info, 1, PyLong_FromLong(4));
    return info;
}
""", m=part.world.name, W=part.Word + "Info", T=T, f=f, fields=part.word + "_fields",
              desc=part.word + "_desc", touch=part.touch())
    once = part.choose.flag("only once", 0.3)
    call = f"PyStructSequence_InitType2(&{T}, &{part.word}_desc)"
    part.step(f"if ({T}.tp_name == NULL && {call} < 0) {{\n    FAIL;\n}}" if once else call,
              "" if once else "< 0", before=True)
    part.method(f, f)
    part.show(f"tuple(m.{f}())")
    part.show(f"repr(m.{f}()).replace('{part.world.name}.', '')")
