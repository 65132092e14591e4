"""A free list that goes through its instances."""

from features.classes import Class, add_type
from text import fill


def chained_free_list(part):
    it = Class(part, what="Cell")
    kept = part.choose.one("kept in", "variables", "struct")
    first, length = ((it.name + "_free", it.name + "_n_free") if kept == "variables" else
                     (f"{it.name}_pool.first", f"{it.name}_pool.length"))
    link = part.choose.one("linked by", "member", "value")
    values = {"S": it.struct, "T": it.type, "first": first, "length": length}
    put = (f"self->next = {first};" if link == "member" else
           f"self->value = (PyObject *){first};")
    take = (f"{first} = self->next;" if link == "member" else
            f"{first} = ({it.struct} *)self->value;")
    part.share("""
typedef struct _$S {
    PyObject_HEAD
    PyObject *value;
    $link
} $S;
""", link=f"struct _{it.struct} *next;" if link == "member" else "", **values)
    it.forward()
    part.body(f"static {it.struct} *{first} = NULL;\nstatic int {length} = 0;"
              if kept == "variables" else
              f"static struct {{\n    {it.struct} *first;\n    int length;\n}} {it.name}_pool;")
    make, get = part.function("cell"), it.fun("get")
    put = f"{put}\n{first} = self;\n{length}++;"
    free = part.choose.one("freed by", "PyObject_Del(self);", "Py_TYPE(self)->tp_free(self);")
    if part.choose.flag("limit", 0.7):
        put = fill("""
if ($length >= 4) {
    $free
    return;
}
$put
""", length=length, put=put, free=free)
    part.body("""
static void
$d($S *self)
{
    $touch
    Py_CLEAR(self->value);
    $put
}

static PyObject *
$get($S *self, void *closure)
{
    $touch2
    Py_INCREF(self->value);
    return self->value;
}

static[$f] PyObject *
$f(PyObject *module, PyObject *value)
{
    $S *self;
    if ($first != NULL) {
        self = $first;
        $take
        $length--;
        $again
    } else {
        self = PyObject_New($S, &$T);
        if (self == NULL) {
            return NULL;
        }
    }
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}
""", d=it.fun("dealloc"), get=get, f=make, put=put, take=take, touch=part.touch(),
              touch2=part.touch("NULL"),
              again=part.choose.one("begins again by",
                                    f"(void)PyObject_Init((PyObject *)self, &{it.type});",
                                    "_Py_NewReference((PyObject *)self);"), **values)
    it.set("dealloc", it.cast("destructor", it.fun("dealloc")))
    it.getters.append(("value", get, None, "NULL", None))
    it.finish()
    add_type(part, it)
    part.method(make, make, "METH_O")
    part.show(f"[m.{make}(i).value for i in range(3)]")
    part.show(f"len([m.{make}(i) for i in range(7)])")
    part.show(f"m.{make}('x').value")
