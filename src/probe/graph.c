#include "probe/graph.h"

#include "probe/image.h"
#include "probe/object.h"
#include "probe/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODE_LIMIT 400000 /* numpy with all it imports reaches about 90,000 */
#define PATH_DEPTH 24     /* steps shown of a path */

/* Memory of the probe must not come from Python's allocators, which scenarios
 * replace; running out of it ends the scenario. */
static void *
take(void *block, size_t size)
{
    void *taken = realloc(block, size);
    if (taken == NULL) {
        trouble("the probe ran out of memory");
    }
    return taken;
}

static size_t
slot_of(const struct pointer_set *set, const void *pointer)
{
    uint64_t hash = ((uint64_t)(uintptr_t)pointer >> 4) * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(hash >> 20) & (set->capacity - 1);
    while (set->slots[slot] != NULL && set->slots[slot] != pointer) {
        slot = (slot + 1) & (set->capacity - 1);
    }
    return slot;
}

bool
pointer_set_has(const struct pointer_set *set, const void *pointer)
{
    return set->capacity != 0 && set->slots[slot_of(set, pointer)] != NULL;
}

static void
pointer_set_grow(struct pointer_set *set)
{
    struct pointer_set grown = {.capacity =
                                    set->capacity != 0 ? set->capacity * 2 : 4096};
    grown.slots = take(NULL, grown.capacity * sizeof *grown.slots);
    memset(grown.slots, 0, grown.capacity * sizeof *grown.slots);
    for (size_t i = 0; i < set->capacity; i++) {
        if (set->slots[i] != NULL) {
            pointer_set_add(&grown, set->slots[i]);
        }
    }
    free(set->slots);
    *set = grown;
}

void
pointer_set_add(struct pointer_set *set, const void *pointer)
{
    if (set->size * 2 >= set->capacity) {
        pointer_set_grow(set);
    }
    size_t slot = slot_of(set, pointer);
    if (set->slots[slot] == NULL) {
        set->slots[slot] = pointer;
        set->size++;
    }
}

void
pointer_set_done(struct pointer_set *set)
{
    free(set->slots);
    memset(set, 0, sizeof *set);
}

static void
push(struct graph *graph, struct py_object *object, int parent, enum edge edge)
{
    if (object == NULL || graph->n_nodes == NODE_LIMIT
        || pointer_set_has(&graph->seen, object))
    {
        return;
    }
    pointer_set_add(&graph->seen, object);
    if (graph->n_nodes == graph->capacity) {
        graph->capacity = graph->capacity != 0 ? graph->capacity * 2 : 1024;
        graph->nodes =
            take(graph->nodes, (size_t)graph->capacity * sizeof *graph->nodes);
    }
    graph->nodes[graph->n_nodes++] = (struct node){object, parent, edge};
}

struct visitor {
    struct graph *graph;
    int parent;
};

static int
visit(struct py_object *object, void *data)
{
    struct visitor *visitor = data;
    push(visitor->graph, object, visitor->parent, EDGE_VISIT);
    return 0;
}

/* A static type has no traverse of its own, so its words are read; only the target's:
 * what other static types lead to is for their owners to answer. */
static void
push_static_type(struct graph *graph, int index)
{
    static const enum py_type_word bases[] = {TYPE_BASE, TYPE_BASES, TYPE_MRO};
    struct py_object *type = graph->nodes[index].object;
    if (!image_is_target((uintptr_t)type)) {
        return;
    }
    push(graph, (struct py_object *)type_word(type, TYPE_DICT), index, EDGE_DICT);
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        push(graph, (struct py_object *)type_word(type, bases[i]), index, EDGE_BASE);
    }
}

static void
expand(struct graph *graph, int index)
{
    struct py_object *object = graph->nodes[index].object;
    struct py_object *type = object_type(object);
    if (object_is_type(object) && !type_is_heap(object)) {
        push_static_type(graph, index);
        return;
    }
    push(graph, type, index, EDGE_CLASS);
    const struct graph_limits *limits = graph->limits;
    bool is_limit = object_is_type(object) || type == py.PyFunction_Type;
    if ((is_limit && limits->owns != NULL && !limits->owns(object))
        || (limits->leaves_out != NULL && limits->leaves_out(object))
        || !py.PyObject_IS_GC(object))
    {
        return;
    }
    py_traverse traverse = type_traverse(type);
    if (traverse != NULL) {
        struct visitor visitor = {graph, index};
        traverse(object, visit, &visitor);
    }
}

static const char *
text_of(struct py_object *object)
{
    if (object == NULL || !object_is_exact(object, py.PyUnicode_Type)) {
        return NULL;
    }
    const char *text = py.PyUnicode_AsUTF8(object);
    if (text == NULL) {
        py.PyErr_Clear();
    }
    return text;
}

/* Other modules are not entered: what they hold is not this module's to share. */
static void
stop_at_other_modules(struct graph *graph, const struct py_object *module)
{
    struct py_object *modules = py.PyImport_GetModuleDict();
    struct py_object *key;
    struct py_object *value;
    ssize_t position = 0;
    pointer_set_add(&graph->stops, modules);
    while (py.PyDict_Next(modules, &position, &key, &value)) {
        if (value != module && object_is_exact(value, py.PyModule_Type)) {
            pointer_set_add(&graph->stops, value);
            pointer_set_add(&graph->stops, py.PyModule_GetDict(value));
        }
    }
}

void
graph_build(struct graph *graph, const char *name, struct py_object *module,
            struct py_object *results, const struct graph_limits *limits)
{
    memset(graph, 0, sizeof *graph);
    graph->name = name;
    graph->limits = limits;
    stop_at_other_modules(graph, module);
    push(graph, module, -1, EDGE_ROOT);
    push(graph, results, -1, EDGE_RESULTS);
    for (int i = 0; i < graph->n_nodes; i++) {
        if (!pointer_set_has(&graph->stops, graph->nodes[i].object)) {
            expand(graph, i);
        }
    }
}

/* An extension has a file that is no Python text; a built-in module has none. */
static bool
is_compiled(struct py_object *module)
{
    struct py_object *dict = py.PyModule_GetDict(module);
    const char *file = text_of(py.PyDict_GetItemString(dict, "__file__"));
    if (file == NULL) {
        return true;
    }
    const char *suffix = strrchr(file, '.');
    return suffix != NULL && strcmp(suffix, ".so") == 0;
}

static bool
is_standard(const char *name)
{
    const char *path = name; /* of `lib/python3.x/json/__init__.py` only the folder */
    struct py_object *sys = py.PyImport_AddModule("sys");
    struct py_object *names =
        sys != NULL
            ? py.PyDict_GetItemString(py.PyModule_GetDict(sys), "stdlib_module_names")
            : NULL;
    if (names == NULL) {
        return false;
    }
    char top[200];
    snprintf(top, sizeof top, "%.*s", (int)strcspn(path, "."), path);
    struct py_object *key = py.PyUnicode_FromString(top);
    struct py_object *found = NULL;
    struct py_object *method = py.PyObject_GetAttrString(names, "__contains__");
    if (key != NULL && method != NULL) {
        found = py.PyObject_CallFunctionObjArgs(method, key, NULL);
    }
    long result = found != NULL ? py.PyLong_AsLong(found) : 0;
    py.Py_DecRef(found);
    py.Py_DecRef(method);
    py.Py_DecRef(key);
    py.PyErr_Clear();
    return result == 1;
}

void
foreign_objects(struct pointer_set *set, const char *name)
{
    struct py_object *modules = py.PyImport_GetModuleDict();
    struct py_object *key;
    struct py_object *module;
    ssize_t position = 0;
    while (py.PyDict_Next(modules, &position, &key, &module)) {
        const char *other = text_of(key);
        if (other == NULL || strcmp(other, name) == 0 || strcmp(other, "__main__") == 0
            || !object_is_exact(module, py.PyModule_Type)
            || (!is_compiled(module) && !is_standard(other)))
        {
            continue;
        }
        struct py_object *dict = py.PyModule_GetDict(module);
        struct py_object *value;
        struct py_object *value_name;
        ssize_t in_dict = 0;
        while (py.PyDict_Next(dict, &in_dict, &value_name, &value)) {
            pointer_set_add(set, value);
        }
    }
}

void
graph_done(struct graph *graph)
{
    free(graph->nodes);
    pointer_set_done(&graph->seen);
    pointer_set_done(&graph->stops);
    memset(graph, 0, sizeof *graph);
}

static const char *
key_of(struct py_object *dict, const struct py_object *wanted)
{
    struct py_object *key;
    struct py_object *value;
    ssize_t position = 0;
    while (py.PyDict_Next(dict, &position, &key, &value)) {
        if (value == wanted) {
            return text_of(key);
        }
    }
    return NULL;
}

static ssize_t
index_of(struct py_object *sequence, const struct py_object *wanted, bool is_tuple)
{
    ssize_t n = is_tuple ? py.PyTuple_Size(sequence) : py.PyList_Size(sequence);
    for (ssize_t i = 0; i < n; i++) {
        struct py_object *item =
            is_tuple ? py.PyTuple_GetItem(sequence, i) : py.PyList_GetItem(sequence, i);
        if (item == wanted) {
            return i;
        }
    }
    return -1;
}

static bool
parent_is(const struct graph *graph, int index, enum edge edge)
{
    return index >= 0 && graph->nodes[index].edge == edge;
}

/* The step from a dict: an attribute where the dict is a namespace, else an item. */
static void
label_in_dict(const struct graph *graph, const struct node *node, char *text,
              size_t size)
{
    int parent = node->parent;
    const char *key = key_of(graph->nodes[parent].object, node->object);
    if (key == NULL) {
        snprintf(text, size, "[...]");
        return;
    }
    int owner = graph->nodes[parent].parent;
    bool is_namespace =
        parent_is(graph, parent, EDGE_DICT)
        || (owner >= 0
            && (object_is_exact(graph->nodes[owner].object, py.PyModule_Type)
                || object_is_type(graph->nodes[owner].object)));
    snprintf(text, size, is_namespace ? ".%s" : "[\"%s\"]", key);
}

static void
label(const struct graph *graph, int index, char *text, size_t size)
{
    const struct node *node = &graph->nodes[index];
    struct py_object *parent = graph->nodes[node->parent].object;
    text[0] = '\0';
    if (node->edge == EDGE_CLASS) {
        snprintf(text, size, ".__class__");
    }
    else if (node->edge == EDGE_BASE) {
        snprintf(text, size, ".__mro__");
    }
    else if (object_is_exact(parent, py.PyDict_Type)) {
        label_in_dict(graph, node, text, size);
    }
    else if (object_is_exact(parent, py.PyTuple_Type)
             || object_is_exact(parent, py.PyList_Type))
    {
        ssize_t at =
            index_of(parent, node->object, object_is_exact(parent, py.PyTuple_Type));
        snprintf(text, size, "[%zd]", at);
    }
    else if (object_is_exact(node->object, py.PyDict_Type) || node->edge == EDGE_DICT) {
        bool is_silent =
            object_is_exact(parent, py.PyModule_Type) || object_is_type(parent);
        snprintf(text, size, "%s", is_silent ? "" : ".__dict__");
    }
    else {
        snprintf(text, size, ".<%s>", type_name(object_type(node->object)));
    }
}

void
graph_path(const struct graph *graph, int index, char *text, size_t size)
{
    int steps[PATH_DEPTH];
    int n_steps = 0;
    int at = index;
    for (; graph->nodes[at].parent >= 0; at = graph->nodes[at].parent) {
        if (n_steps < PATH_DEPTH) {
            steps[n_steps++] = at;
        }
    }
    bool is_result = graph->nodes[at].edge == EDGE_RESULTS;
    snprintf(text, size, "%s", is_result ? "results" : graph->name);
    while (n_steps > 0) {
        size_t used = strlen(text);
        label(graph, steps[--n_steps], text + used, size - used);
    }
}
