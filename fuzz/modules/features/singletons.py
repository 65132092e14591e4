"""A type with constants in its dictionary, and an instance that the module keeps."""

from features.classes import Class, add_type


def singleton(part):
    choose = part.choose
    it = Class(part, what="Unit")
    x, f, g = part.static("the_unit"), part.function("unit"), part.function("is unit")
    part.share("""
typedef struct {
    PyObject_HEAD
    long number;
} $S;
""", S=it.struct)
    it.forward()
    part.body("static[$x] $kind$x = NULL;", x=x,
              kind=choose.one("kept as", "PyObject *", f"{it.struct} *"))
    has_dealloc = choose.flag("own dealloc", 0.4)
    if has_dealloc:
        part.body("""
static void
$d(PyObject *self)
{
    $touch
    Py_TYPE(self)->tp_free(self);
}
""", d=it.fun("dealloc"), touch=part.touch())
        it.set("dealloc", it.fun("dealloc"))
    part.body("""
static PyObject *
$r(PyObject *self)
{
    $touch
    return PyUnicode_FromString(self == (PyObject *)$x ? "the $N" : "a $N");
}
""", r=it.fun("repr"), x=x, N=it.Name, touch=part.touch("NULL"))
    it.set("repr", it.fun("repr"))
    is_lazy = choose.flag("lazy", 0.4)
    make = choose.one("made by", f"PyObject_New({it.struct}, &{it.type})",
                      f"{it.type}.tp_alloc(&{it.type}, 0)",
                      f"PyObject_CallObject((PyObject *)&{it.type}, NULL)")
    if "Call" in make or choose.flag("can be made"):
        it.set("new", "PyType_GenericNew")
        part.show(f"repr(m.{it.Name}())")
    cast = choose.one("kept as", "(PyObject *)", f"({it.struct} *)")
    fill = f"{x} = {cast}{make};\nif ({x} == NULL) {{\n    return NULL;\n}}"
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    $fill
    $touch
    $return
}

static[$g] PyObject *
$g(PyObject *self, PyObject *arg)
{
    return PyBool_FromLong(arg == (PyObject *)$x);
}
""", f=f, g=g, x=x, touch=part.touch("NULL"),
              fill=f"if ({x} == NULL) {{\n" + "\n".join("    " + line for line in
                                                        fill.splitlines()) + "\n}"
              if is_lazy else "",
              **{"return": choose.one("returned by", f"Py_INCREF({x});\nreturn (PyObject *){x};",
                                      f'return Py_BuildValue("O", {x});')})
    it.finish()
    constant = choose.one("constant", "none", "in tp_dict", "as an attribute")
    if constant == "in tp_dict":
        part.step(f"""
{{
    PyObject *value = PyLong_FromLong(1234);
    if (value == NULL || PyDict_SetItemString({it.type}.tp_dict, "LIMIT", value) < 0) {{
        Py_XDECREF(value);
        FAIL;
    }}
    Py_DECREF(value);
}}
""", before=True)
        part.show(f"m.{it.Name}.LIMIT")
    if not is_lazy:
        part.step(f"{x} = {cast}{make}", "== NULL", before=True)
        if constant == "as an attribute":
            part.step(f'Py_INCREF({x});\nPyModule_AddObject($m, "{part.word.upper()}_UNIT", '
                      f"(PyObject *){x});")
            part.show(f"repr(m.{part.word.upper()}_UNIT)")
    add_type(part, it)
    part.method(f, f)
    part.method(g, g, "METH_O")
    part.show(f"repr(m.{f}())")
    part.show(f"m.{g}(m.{f}())")
    part.show(f"m.{g}(None)")
