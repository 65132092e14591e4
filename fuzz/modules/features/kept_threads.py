"""Thread states, interpreters and hooks that statics keep."""


def kept_thread_state(part):
    x, f = part.static("thread_state"), part.function("without")
    form = part.choose.one("form", "around", "in a helper")
    save, restore = f"{x} = PyEval_SaveThread();", f"PyEval_RestoreThread({x});"
    if form == "in a helper":
        part.body("""
static PyThreadState *$x = NULL;

static void
$leave(void)
{
    $x = PyEval_SaveThread();
}

static void
$enter(void)
{
    PyEval_RestoreThread($x);
    $x = NULL;
}
""", x=x, leave=part.function("leave"), enter=part.function("enter"))
        save, restore = part.function("leave") + "();", part.function("enter") + "();"
    else:
        part.body("static PyThreadState *$x = NULL;", x=x)
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    int i, total = 0;
    $save
    for (i = 0; i < 10; i++) {
        total += i;
    }
    $restore
    $touch
    return PyLong_FromLong(total);
}
""", f=f, save=save, restore=restore, touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"m.{f}()")


def exit_function(part):
    """Py_AtExit frees what the module keeps."""
    x, g = part.static("at_exit_memory"), part.function("at exit")
    part.body("""
static int *$x = NULL;

static void
$g(void)
{
    PyMem_RawFree($x);
    $x = NULL;
}
""", x=x, g=g)
    part.step(f"Py_AtExit({g})", "< 0", before=True)
    f = part.function("measure")
    part.body("""
static[$f] PyObject *
$f(PyObject *self, PyObject *unused)
{
    if ($x == NULL) {
        $x = (int *)PyMem_RawCalloc(4, sizeof(int));
        if ($x == NULL) {
            return PyErr_NoMemory();
        }
    }
    $touch
    return PyLong_FromLong($x[1]++ >= 0);
}
""", f=f, x=x, touch=part.touch("NULL"))
    part.method(f, f)
    part.show(f"m.{f}()")
