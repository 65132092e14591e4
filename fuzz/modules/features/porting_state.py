"""The state struct of the old porting guide: m_size, hooks, GETSTATE, and a static for Python 2."""


def module_state(part):
    world = part.world
    if world.hooks or part.file != 0:
        return None
    choose = part.choose
    S, G = "module_state", choose.one("macro", "GETSTATE", "STATE")
    world.state = world.hooks = S
    has_macro_for_two = choose.flag("static for Python 2", 0.6)
    plain = f"#define {G}(m) ((struct {S} *)PyModule_GetState(m))"
    part.body("""
struct $S {
    PyObject *error;
    PyObject *seen;
};
""", S=S)
    part.body(f"#if PY_MAJOR_VERSION >= 3\n{plain}\n#else\n#define {G}(m) (&_state)\n"
              f"static struct {S} _state;\n#endif" if has_macro_for_two else plain)
    part.body("""
static int
$w_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT($G(m)->error);
    Py_VISIT($G(m)->seen);
    return 0;
}

static int
$w_clear(PyObject *m)
{
    Py_CLEAR($G(m)->error);
    Py_CLEAR($G(m)->seen);
    return 0;
}
""".replace("$w", S).replace("$G", G))
    part.step(f'{G}($m)->error = PyErr_NewException((char *)"{world.name}.{part.Word}Failure", '
              "NULL, NULL);")
    part.step(f"if ({G}($m)->error == NULL) {{\n    FAIL;\n}}")
    part.step(f"{G}($m)->seen = PyDict_New();")
    part.step(f"if ({G}($m)->seen == NULL) {{\n    FAIL;\n}}")
    f = part.function("seen")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *key)
{
    struct $S *st = $G(self);
    $touch
    if (PyDict_Contains(st->seen, key) > 0) {
        PyErr_SetString(st->error, "seen");
        return NULL;
    }
    if (PyDict_SetItem(st->seen, key, Py_None) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_GET_SIZE(st->seen));
}
""", f=f, S=S, G=G, touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.script(f"show(lambda: m.{f}(1))", f"show(lambda: m.{f}(1))", f"show(lambda: m.{f}([]))")
    return None
