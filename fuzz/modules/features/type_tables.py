"""Types that a table lists, and a loop makes ready and adds."""

from features.classes import Class


def type_table(part):
    t = part.static("type_table")
    its = [Class(part, what=what) for what in ("One", "Two")]
    for number, it in enumerate(its):
        part.share("""
typedef struct {
    PyObject_HEAD
    int number;
} $S;
""", S=it.struct)
        it.forward()
        part.body("""
static PyObject *
$r(PyObject *self)
{
    $touch
    return PyUnicode_FromFormat("$N %d", (($S *)self)->number + $n);
}
""", r=it.fun("repr"), S=it.struct, N=it.Name, n=number, touch=part.touch("NULL"))
        it.set("repr", it.fun("repr"))
        it.set("new", "PyType_GenericNew")
        it.finish(makes_ready=False)
    is_named = part.choose.flag("names in the table")
    counts = part.choose.one("counts", "Py_INCREF($t);", "Py_INCREF((PyObject *)$t);", "")
    rows = "\n".join((f'    {{"{it.Name}", &{it.type}}},' if is_named else f"    &{it.type},")
                     for it in its)
    if is_named:
        part.body("static struct {\n    const char *name;\n    PyTypeObject *type;\n} $t[] = {\n"
                  + rows + "\n    {NULL, NULL},\n};", t=t)
        end, type_, name = f"{t}[i].name != NULL", f"{t}[i].type", f"{t}[i].name"
    else:
        part.body("static PyTypeObject *$t[] = {\n" + rows + "\n    NULL,\n};", t=t)
        end, type_ = f"{t}[i] != NULL", f"{t}[i]"
        name = f"strrchr({t}[i]->tp_name, '.') + 1"
        part.includes.append("#include <string.h>")
    part.step(f"""
for (i = 0; {end}; i++) {{
    if (PyType_Ready({type_}) < 0) {{
        FAIL;
    }}
    {counts.replace('$t', type_)}
    if (PyModule_AddObject($m, {name}, (PyObject *){type_}) < 0) {{
        FAIL;
    }}
}}
""")
    for it in its:
        part.show(f"repr(m.{it.Name}())")
