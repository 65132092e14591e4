"""Hooks of a module whose state is static: they visit and release what the file declares."""


def static_hooks(part):
    world = part.world
    if world.hooks or part.file != 0:
        return
    choose = part.choose
    world.hooks = "static_hooks"
    form = choose.one("form", "variables", "struct", "array")
    if form == "struct":
        part.body("typedef struct {\n    PyObject *first;\n    PyObject *second;\n} static_state;\n"
                  "static static_state the_state;")
        held = ["the_state.first", "the_state.second"]
    elif form == "array":
        part.body("static PyObject *the_objects[2];")
        held = ["the_objects[0]", "the_objects[1]"]
    else:
        part.body("static PyObject *first_object = NULL;\nstatic PyObject *second_object;")
        held = ["first_object", "second_object"]
    visited = held if choose.flag("visits all", 0.7) else held[:1]
    by_helper = choose.flag("by a helper", 0.3)
    visits = "\n    ".join(f"Py_VISIT({each});" for each in visited)
    clears = "\n    ".join(f"Py_CLEAR({each});" for each in visited)
    if by_helper:
        part.body("""
static int
visit_all(visitproc visit, void *arg)
{
    $visits
    return 0;
}
""", visits=visits)
    part.body("""
static int
static_hooks_traverse(PyObject *m, visitproc visit, void *arg)
{
    $visits
    return $result;
}

static int
static_hooks_clear(PyObject *m)
{
    $clears
    return 0;
}

static void
static_hooks_free(void *m)
{
    $freeing
}
""", visits="(void)m;" if by_helper else visits, clears=clears,
              result="visit_all(visit, arg)" if by_helper else "0",
              freeing=choose.one("m_free", "static_hooks_clear((PyObject *)m);",
                                 "(void)static_hooks_clear((PyObject *)m);", clears))
    on_failure = "static_hooks_clear(NULL);\n" if choose.flag("clears with NULL") else ""
    part.step(f"{held[0]} = PyDict_New();\nif ({held[0]} == NULL) {{\n    FAIL;\n}}", before=True)
    part.step(f"{held[1]} = PyList_New(0);\n"
              f"if ({held[1]} == NULL) {{\n    {on_failure}FAIL;\n}}", before=True)
    f = part.function("held")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *key)
{
    $touch
    if (PyList_Append($list, key) < 0 || PyDict_SetItem($dict, key, $list) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_GET_SIZE($dict) + PyList_GET_SIZE($list));
}
""", f=f, dict=held[0], list=held[1], touch=part.touch("NULL"))
    part.method(f, f, "METH_O")
    part.script(f"show(lambda: m.{f}(1))", f"show(lambda: m.{f}('a'))", f"show(lambda: m.{f}([]))")
