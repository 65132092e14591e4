"""A struct on the heap that a static pointer keeps, with objects inside."""

from features.statics import exported


def kept_struct(part):
    choose = part.choose
    x, S, use, f = (part.static("context"), part.Word + "Context", part.function("use"),
                    part.function("context"))
    get, put = choose.one("memory", ("PyMem_Calloc", "PyMem_Free"), ("calloc", "free"))
    is_lazy, has_array = choose.flag("lazy"), choose.flag("array", 0.3)
    part.includes.append("#include <stdlib.h>")
    part.body("""
typedef struct $S {
    long used;
    PyObject *names;
    $array
    struct {
        PyObject *last;
        int n;
    } inner;
} $S;

static $S *$x = NULL;

static int
$o(void)
{
    if ($x != NULL) {
        return 0;
    }
    $x = ($S *)$get(1, sizeof($S));
    if ($x == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    $x->names = PyList_New(0);
    if ($x->names == NULL) {
        $put($x);
        $x = NULL;
        return -1;
    }
    return 0;
}

static int
$use($S *context, PyObject *object)
{
    $touch
    Py_INCREF(object);
    Py_XSETREF(context->inner.last, object);
    $store
    context->inner.n++;
    return PyList_Append(context->names, object);
}

static[$f] PyObject *
$f(PyObject *self, PyObject *object)
{
    $open
    if ($use($x, object) < 0) {
        return NULL;
    }
    $x->used += $x->inner.n;
    if (PyList_GET_SIZE($x->names) > 4) {
        PyList_SetSlice($x->names, 0, 4, NULL);
    }
    Py_INCREF($x->inner.last);
    return $x->inner.last;
}
""", S=S, x=x, o=part.function("open"), get=get, put=put, use=use, f=f,
              touch=part.touch("-1"), array="PyObject *recent[3];" if has_array else "",
              store="Py_INCREF(object);\nPy_XSETREF(context->recent[context->used % 3], object);"
              if has_array else "",
              open=f"if ({part.function('open')}() < 0) {{\n    return NULL;\n}}"
              if is_lazy else "")
    if not is_lazy:
        part.step(f"{part.function('open')}()", "< 0", before=True)
        if choose.flag("list is an attribute", 0.3):
            exported(part, part.word.upper() + "_NAMES", f"{x}->names")
    part.method(f, f, "METH_O")
    part.show(f"[m.{f}('a'), m.{f}(3)]")
