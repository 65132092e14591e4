/* What is reachable from a module object, and what two such graphs share. */
#ifndef INSULATE_PROBE_GRAPH_H
#define INSULATE_PROBE_GRAPH_H

#include "probe/python.h"

struct pointer_set {
    const void **slots;
    size_t capacity; /* a power of two, or 0 */
    size_t size;
};
void pointer_set_add(struct pointer_set *set, const void *pointer);
bool pointer_set_has(const struct pointer_set *set, const void *pointer);
void pointer_set_done(struct pointer_set *set);

enum edge {
    EDGE_ROOT,
    EDGE_RESULTS, /* what the exercise returned */
    EDGE_VISIT,   /* tp_traverse visited it */
    EDGE_CLASS,   /* the object's type */
    EDGE_DICT,    /* tp_dict of a static type */
    EDGE_BASE,    /* tp_base, tp_bases, tp_mro of a static type */
};

struct node {
    struct py_object *object; /* borrowed */
    int parent;
    enum edge edge;
};

struct graph {
    struct node *nodes;
    int n_nodes;
    int capacity;
    struct pointer_set seen;
    struct pointer_set stops; /* other modules and their namespaces: not entered */
    const struct graph_limits *limits;
    const char *name; /* of the module */
};

/* Where a walk stops, besides at other modules. */
struct graph_limits {
    /* NULL, or: is this heap type or Python function the extension's?  Others are not
     * entered. */
    bool (*owns)(const struct py_object *object);
    /* NULL, or: is this object, of any type, not entered? */
    bool (*leaves_out)(const struct py_object *object);
};

/* Walks breadth first with tp_traverse, so that the path to each object is a
 * shortest one.  `results` may be NULL.  Needs the interpreter attached. */
void graph_build(struct graph *graph, const char *name, struct py_object *module,
                 struct py_object *results, const struct graph_limits *limits);

/* Gathers what other extensions and the standard library hold in their module
 * dictionaries: shared objects among these are theirs, not the target's. */
void foreign_objects(struct pointer_set *set, const char *name);

void graph_done(struct graph *graph);

/* Writes the way from the module to a node, as Python text as far as there is one:
 * `pkg.mod.Error.__dict__["x"]`.  Needs the interpreter attached. */
void graph_path(const struct graph *graph, int index, char *text, size_t size);

#endif
