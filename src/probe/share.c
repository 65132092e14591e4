#include "probe/share.h"

#include "probe/object_tracker.h"
#include "probe/image.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <string.h>

#define REPORT_LIMIT 60

static const char *const between_names[] = {
    [BETWEEN_SHARED_GIL] = "shared-gil",
    [BETWEEN_OWN_GIL] = "own-gil",
    [BETWEEN_MODULES] = "modules",
};

static bool
is_one_of(const struct py_object *type, struct py_object *const *types, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (type == types[i]) {
            return true;
        }
    }
    return false;
}

/* Two module objects of one interpreter may hold the same immutable value: the
 * compiler's constants, interned names, cached numbers. */
static bool
is_plain_value(struct py_object *object, int depth)
{
    struct py_object *const plain[] = {py.PyUnicode_Type, py.PyLong_Type,
                                       py.PyFloat_Type,   py.PyBytes_Type,
                                       py.PyComplex_Type, py.PyCode_Type};
    struct py_object *type = object_type(object);
    if (is_one_of(type, plain, sizeof plain / sizeof plain[0])
        || object_is_core(object))
    {
        return true;
    }
    if (type != py.PyTuple_Type || depth == 0) {
        return false;
    }
    ssize_t n = py.PyTuple_Size(object);
    for (ssize_t i = 0; i < n; i++) {
        if (!is_plain_value(py.PyTuple_GetItem(object, i), depth - 1)) {
            return false;
        }
    }
    return true;
}

/* Before 3.10 the interpreter keeps bytes of no or one byte for the whole process. */
static bool
is_cached_bytes(const struct py_object *object)
{
    ssize_t size;
    if (py.minor >= 10 || object_type(object) != py.PyBytes_Type) {
        return false;
    }
    memcpy(&size, (const char *)object + py.head_size, sizeof size);
    return size <= 1;
}

/* A built-in method or a descriptor: their attributes can be asked for without running
 * anybody's code. */
static bool
is_part_of_type(const struct py_object *object)
{
    struct py_object *const kinds[] = {
        py.PyWrapperDescr_Type, py.PyMethodDescr_Type, py.PyGetSetDescr_Type,
        py.PyMemberDescr_Type, py.PyClassMethodDescr_Type};
    return object_is_builtin(object)
           || is_one_of(object_type(object), kinds, sizeof kinds / sizeof kinds[0]);
}

static struct py_object *
attribute(struct py_object *object, const char *name)
{
    struct py_object *value = py.PyObject_GetAttrString(object, name);
    if (value == NULL) {
        py.PyErr_Clear();
    }
    return value;
}

/* Before 3.12 the interpreter's static types have one dictionary for all interpreters;
 * what stands in it, object.__init__ or tuple.__new__, may be kept anywhere. */
static bool
is_of_core_type(struct py_object *object)
{
    if (!is_part_of_type(object)) {
        return false;
    }
    bool is_builtin = object_is_builtin(object);
    struct py_object *holder =
        attribute(object, is_builtin ? "__self__" : "__objclass__");
    struct py_object *name = attribute(object, "__name__");
    bool is = false;
    if (holder != NULL && name != NULL && object_is_type(holder)
        && object_is_core(holder))
    {
        struct py_object *names = (struct py_object *)type_word(holder, TYPE_DICT);
        is = py.PyDict_GetItemString(names, py.PyUnicode_AsUTF8(name)) == object;
    }
    py.Py_DecRef(holder);
    py.Py_DecRef(name);
    return is;
}

/* Before 3.12 the interpreter may keep one empty tuple and one empty frozenset for the
 * whole process: whoever asks for an empty one gets it. */
static bool
is_empty_one(const struct py_object *object)
{
    struct py_object *tuple = py.PyTuple_New(0);
    struct py_object *set = py.PyFrozenSet_New(NULL);
    bool is = object == tuple || object == set;
    py.Py_DecRef(tuple);
    py.Py_DecRef(set);
    py.PyErr_Clear();
    return is;
}

/* What may be shared between interpreters: their own static objects; definitions;
 * static objects of other libraries, which are theirs to answer for; with one GIL any str,
 * since the dictionary of interned ones is shared; immortal str and int. */
static bool
is_allowed(struct py_object *object, enum share_between between)
{
    const struct image *image = image_at((uintptr_t)object);
    struct py_object *type = object_type(object);
    if (type == py.PyModuleDef_Type || object_is_inner(object)) {
        return true;
    }
    if (image != NULL) {
        return image->role != IMAGE_TARGET;
    }
    if (between == BETWEEN_MODULES) {
        /* One interpreter holds much that is everybody's; only what the extension
         * itself has made must be made for each module object. */
        return is_plain_value(object, 2) || !object_tracker_has(object)
               || object_is_of_python(object);
    }
    if (type == py.PyUnicode_Type) {
        return between == BETWEEN_SHARED_GIL || object_is_immortal(object);
    }
    if (is_cached_bytes(object)
        || (py.minor < 12 && (is_of_core_type(object) || is_empty_one(object))))
    {
        return true;
    }
    return type == py.PyLong_Type && object_is_immortal(object);
}

static void
report(const struct graph *graph, int index, enum share_between between)
{
    char path[1000];
    struct py_object *object = graph->nodes[index].object;
    const struct image *image = image_at((uintptr_t)object);
    struct record record;
    graph_path(graph, index, path, sizeof path);
    record_begin(&record, RECORD_SHARED);
    record_text(&record, between_names[between]);
    record_text(&record, path);
    record_text(&record, type_name(object_type(object)));
    record_text(&record, object_kind(object));
    record_text(&record, object_name(object));
    if (image != NULL) {
        record_hex(&record, (uintptr_t)object - image->base);
    }
    else {
        record_text(&record, "-");
    }
    record_end(&record);
}

int
share_report(const struct graph *one, const struct graph *other,
             enum share_between between, const struct pointer_set *elsewhere)
{
    struct pointer_set reported = {0};
    int n = 0;
    for (int i = 0; i < one->n_nodes; i++) {
        struct py_object *object = one->nodes[i].object;
        int parent = one->nodes[i].parent;
        if (!pointer_set_has(&other->seen, object) || is_allowed(object, between)
            || pointer_set_has(elsewhere, object))
        {
            continue;
        }
        bool is_below =
            parent >= 0 && pointer_set_has(&reported, one->nodes[parent].object);
        pointer_set_add(&reported, object);
        if (!is_below && n++ < REPORT_LIMIT) {
            report(one, i, between);
        }
    }
    pointer_set_done(&reported);
    return n;
}
