"""Memory that statics keep, and the module's own ways to get and free it."""

# (get, free, what the file defines)
ALLOCATORS = (
    ("PyMem_Malloc($n)", "PyMem_Free($p)", ""),
    ("malloc($n)", "free($p)", ""),
    ("PyObject_Malloc($n)", "PyObject_Free($p)", ""),
    ("$MGET($n)", "$MPUT($p)", "#define $MGET(n) malloc(n)\n#define $MPUT(p) free(p)"),
    ("$MGET($n)", "$MPUT($p)", "#define $MGET PyMem_Malloc\n#define $MPUT PyMem_Free"),
    ("$MGET($n)", "$MPUT($p)",
     "#define $MGET(n) PyMem_RawMalloc(n)\n"
     "#define $MPUT(p) \\\n    do { \\\n        PyMem_RawFree(p); \\\n        (p) = NULL; \\\n"
     "    } while (0)"),
    ("$wget($n)", "$wput($p)",
     "static void *\n$wget(size_t n)\n{\n    return malloc(n + 8);\n}\n\n"
     "static void\n$wput(void *p)\n{\n    free(p);\n}\n"),
)


def own_memory(part):
    get, put, definitions = part.choose.one("allocator", *ALLOCATORS)
    prefixes = (("$M", part.word.upper() + "_"), ("$w", part.word + "_"))
    for short, long in prefixes:
        get, put = get.replace(short, long), put.replace(short, long)
        definitions = definitions.replace(short, long)
    x, f = part.static("kept_text"), part.function("keep")
    part.includes += ["#include <stdlib.h>", "#include <string.h>"]
    if definitions:
        part.body(definitions)
    part.body("""
static char *$x = NULL;

static[$f] PyObject *
$f(PyObject *self, PyObject *args)
{
    const char *text;
    char *copy;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    copy = (char *)$get;
    if (copy == NULL) {
        return PyErr_NoMemory();
    }
    strcpy(copy, text);
    $touch
    $put
    $x = copy;
    return PyUnicode_FromString($x);
}
""", f=f, x=x, get=get.replace("$n", "strlen(text) + 1"), touch=part.touch(),
              put=part.choose.one("frees the old", f"if ({x} != NULL) {{\n    {put};\n}}",
                                  f"{put};").replace("$p", x))
    part.method(f, f, "METH_VARARGS")
    part.show(f"[m.{f}('a'), m.{f}('bcd')]")
