"""Statics that macros name, declare, or put together from parts of names."""


def names_by_macro(part):
    FORMS[part.choose.one("form", *FORMS)](part)


def _shown(part, expression, touch):
    f = part.function("named")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $touch
    return $value;
}
""", f=f, touch=touch, value=expression)
    part.method(f, f)
    part.show(f"[m.{f}(), m.{f}()]")


def _alias(part):
    x, M = part.static("total"), part.word.upper() + "_TOTAL"
    part.body("static long $x = 4;\n#define $M $x", x=x, M=M)
    _shown(part, f"PyLong_FromLong(++{M})", f"{M} += 2;\n" + part.touch("NULL"))


def _object_alias(part):
    x, M = part.static("object"), part.word.upper() + "_OBJECT"
    part.body(part.choose.one("order", "static PyObject *$x;\n#define $M $x",
                              "#define $M $x\nstatic PyObject *$x;",
                              "#define $M ($x)\nstatic PyObject *$x = NULL;"), x=x, M=M)
    part.step(f"{part.choose.one('set by', x, M)} = PyList_New(0)", "== NULL", before=True)
    _shown(part, f"Py_BuildValue(\"On\", {M}, PyList_GET_SIZE({M}))", part.touch("NULL"))


def _member_alias(part):
    x, M = part.static("globals"), part.word.upper() + "_LAST"
    part.body("""
static struct {
    PyObject *last;
    long n;
} $x;
#define $M ($x.last)
""", x=x, M=M)
    _shown(part, f"PyLong_FromLong({x}.n++ + ({M} == Py_None))",
           f"Py_INCREF(Py_None);\nPy_XSETREF({M}, Py_None);\n" + part.touch("NULL"))


def _pasted(part):
    w, M = part.word, part.word.upper() + "_STR"
    part.body("""
static PyObject *$w_str_name;
static PyObject *$w_str_doc;
#define $M(n) $w_str_##n
""".replace("$w", w), M=M)
    for name in ("name", "doc"):
        part.step(f'{part.choose.one("set by", f"{w}_str_{name}", f"{M}({name})")} = '
                  f'PyUnicode_InternFromString("__{name}__")', "== NULL", before=True)
    _shown(part, f"PyObject_GetAttr((PyObject *)&PyLong_Type, {M}(name))",
           f"if ({M}(doc) == NULL) {{\n    return NULL;\n}}\n" + part.touch("NULL"))


def _declared(part):
    """A macro declares the variables and a list of calls sets them."""
    w, U = part.word, part.word.upper()
    part.body("""
#define $U_DECLARE(n) static PyObject *$w_id_##n = NULL
$U_DECLARE(name);
$U_DECLARE(module);
#define $U_INTERN(n) \\
    if (!$w_id_##n) { \\
        $w_id_##n = PyUnicode_InternFromString("__" #n "__"); \\
        if (PyErr_Occurred()) { \\
            return NULL; \\
        } \\
    }
""".replace("$w", w).replace("$U", U))
    _shown(part, f"Py_BuildValue(\"OO\", {w}_id_name, {w}_id_module)",
           f"{U}_INTERN(name)\n{U}_INTERN(module)\n" + part.touch("NULL"))


def _listed(part):
    """An X macro: one list, expanded twice."""
    w, U = part.word, part.word.upper()
    part.body("""
#define $U_NAMES(X) X(alpha) X(beta)
#define $U_VARIABLE(n) static PyObject *$w_##n;
$U_NAMES($U_VARIABLE)

static int
$w_intern(void)
{
#define $U_SET(n) \\
    if (($w_##n = PyUnicode_InternFromString(#n)) == NULL) { \\
        return -1; \\
    }
    $U_NAMES($U_SET)
    return 0;
}
""".replace("$w", w).replace("$U", U))
    part.step(f"{w}_intern()", "< 0", before=True)
    _shown(part, f"Py_BuildValue(\"OO\", {w}_alpha, {w}_beta)", part.touch("NULL"))


def _spelled(part):
    """The names of the variables are names of attributes, too."""
    x, y, U = part.static("object"), part.static("other_object"), part.word.upper()
    keep = part.choose.one("kept by", "PyDict_SetItemString(d, #n, n)",
                           "$U_PUT(d, #n, n)", "$U_TEXT(d, n)")
    part.body("""
static PyObject *$x;
static PyObject *$y = NULL;
#define $U_EXPORT(m, n) (Py_INCREF(n), PyModule_AddObject(m, #n, n))
#define $U_PUT(d, name, value) PyDict_SetItemString(d, name, value)
#define $U_TEXT(d, n) $U_PUT(d, #n, n)
#define $U_KEEP(d, n) $keep
""".replace("$keep", keep).replace("$U", U), x=x, y=y)
    for name, value in ((x, "PyUnicode_FromString(\"one\")"), (y, "PyTuple_New(0)")):
        part.step(f"{name} = {value}", "== NULL", before=True)
    if part.choose.flag("exported", 0.6):
        part.step(f"{U}_EXPORT($m, {x})", "< 0")
        part.show(f"m.{x}")
    f = part.function("spelled")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    PyObject *d;
    $touch
    d = PyDict_New();
    if (d != NULL && ($U_KEEP(d, $x) < 0 || $U_KEEP(d, $y) < 0)) {
        Py_CLEAR(d);
    }
    return d;
}
""".replace("$U", U), f=f, x=x, y=y, touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"sorted(m.{f}().items())")


FORMS = {"alias": _alias, "alias of an object": _object_alias, "member": _member_alias,
         "pasted": _pasted, "declared": _declared, "listed": _listed, "spelled": _spelled}
