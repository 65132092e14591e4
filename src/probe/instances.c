#include "probe/instances.h"

#include "probe/graph.h"
#include "probe/image.h"
#include "probe/object.h"
#include "probe/traversal.h"

#include <dlfcn.h>
#include <string.h>

#define METHOD_O 8 /* METH_O */

/* --- what an instance refers to --- */

struct referents {
    struct pointer_set visited;
    struct py_object *held; /* a list */
};

static int
note_visited(struct py_object *object, void *data)
{
    struct referents *referents = data;
    pointer_set_add(&referents->visited, object);
    return py.PyList_Append(referents->held, object);
}

static bool
may_be_in_cycle(struct py_object *object)
{
    return py.PyObject_IS_GC(object) && py.PyObject_GC_IsTracked(object);
}

/* The words of the C struct that look like references; those to objects that the
 * collector tracks and that traverse did not visit are put into the list SUSPECTS.  The
 * list of weak references is no member. */
static void
read_words(struct py_object *instance, struct referents *referents,
           struct py_object *suspects)
{
    struct py_object *type = object_type(instance);
    size_t size = type_word(type, TYPE_BASIC_SIZE);
    memory_refresh();
    for (size_t at = py.head_size; at + sizeof(void *) <= size; at += sizeof(void *)) {
        struct py_object *object;
        memcpy(&object, (const char *)instance + at, sizeof object);
        if (at == type_word(type, TYPE_WEAK_REFERENCES) || object == type
            || object == instance || !object_is_live((uintptr_t)object)
            || pointer_set_has(&referents->visited, object))
        {
            continue;
        }
        pointer_set_add(&referents->visited, object);
        (void)py.PyList_Append(may_be_in_cycle(object) ? suspects : referents->held,
                               object);
    }
}

/* Of an instance: puts what it refers to into two lists, what its traverse function
 * leaves out into the first.  Argument: (instance, suspects, held). */
static struct py_object *
find_referents(struct py_object *self, struct py_object *triple)
{
    (void)self;
    struct py_object *instance = py.PyTuple_GetItem(triple, 0);
    struct py_object *suspects = py.PyTuple_GetItem(triple, 1);
    struct referents referents = {.held = py.PyTuple_GetItem(triple, 2)};
    if (referents.held == NULL) {
        return NULL;
    }
    py_traverse traverse = type_traverse(object_type(instance));
    if (traverse != NULL && py.PyObject_IS_GC(instance)
        && image_is_target(function_address(traverse)))
    {
        (void)traverse(instance, note_visited, &referents);
        read_words(instance, &referents, suspects);
    }
    pointer_set_done(&referents.visited);
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

/* --- how an instance ends --- */

static py_free original_free;
static struct py_object *watched; /* borrowed: the type */
static bool is_freed_tracked;

static void
free_watched(void *object)
{
    is_freed_tracked =
        is_freed_tracked || py.PyObject_GC_IsTracked((struct py_object *)object) != 0;
    original_free(object);
}

/* From now on tp_free of a heap type notes whether the instance is still tracked.
 * Argument: the type, or None for the end.  Returns what was noted for the type before. */
static struct py_object *
watch_free(struct py_object *self, struct py_object *type)
{
    (void)self;
    if (watched != NULL) {
        type_set_free(watched, original_free);
    }
    struct py_object *answer = py.PyLong_FromLong(is_freed_tracked);
    is_freed_tracked = false;
    watched = NULL;
    if (object_is_type(type) && type_is_heap(type)) {
        watched = type;
        original_free = type_free(type);
        type_set_free(type, free_watched);
    }
    return answer;
}

/* --- references to what is handed out --- */

/* References that calls may release without owning them.  The collector, which counts
 * those that it finds, does not know of these; they are never given back. */
#define SPARE_REFERENCES 64

static struct py_object *
hold(struct py_object *self, struct py_object *object)
{
    (void)self;
    for (int i = 0; i < SPARE_REFERENCES; i++) {
        py.Py_IncRef(object);
    }
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

/* --- memory in use --- */

/* glibc's; since 2.33. */
struct malloc_use {
    size_t arena, n_free, n_fast_free, n_mapped, mapped, unused, fast_free, used, free, top;
};

/* Bytes that malloc has given out, or 0 where nothing tells. */
static struct py_object *
find_malloc_use(struct py_object *self, struct py_object *ignored)
{
    struct malloc_use (*ask)(void);
    void *found = dlsym(RTLD_DEFAULT, "mallinfo2");
    (void)self;
    (void)ignored;
    memcpy(&ask, &found, sizeof ask);
    struct malloc_use use = {0};
    if (ask != NULL) {
        use = ask();
    }
    return py.PyLong_FromLong((long)(use.used + use.mapped));
}

static struct py_object *
check_traversal(struct py_object *self, struct py_object *object)
{
    (void)self;
    traversal_check(object);
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

bool
instances_add_functions(struct py_object *names)
{
    static struct py_method methods[] = {
        {"_referents", find_referents, METHOD_O, NULL},
        {"_watch_free", watch_free, METHOD_O, NULL},
        {"_hold", hold, METHOD_O, NULL},
        {"_malloc_use", find_malloc_use, METHOD_O, NULL},
        {"_check_traversal", check_traversal, METHOD_O, NULL},
    };
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof methods / sizeof methods[0]; i++) {
        struct py_object *function = py.PyCFunction_NewEx(&methods[i], NULL, NULL);
        ok = function != NULL
             && py.PyDict_SetItemString(names, methods[i].name, function) == 0;
        py.Py_DecRef(function);
    }
    return ok;
}
