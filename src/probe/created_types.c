#include "probe/created_types.h"

#include "probe/graph.h"
#include "probe/python.h"

#define TRACER_CREATE 0 /* PyRefTracer_CREATE */

static struct pointer_set types;
static const struct py_object *last; /* most objects come in rows of one type */

static int
trace(struct py_object *object, int event, void *data)
{
    (void)data;
    if (event != TRACER_CREATE) {
        return 0; /* 3.15 has one without an object */
    }
    const struct py_object *type = object_type(object);
    if (type != last) {
        last = type;
        pointer_set_add(&types, type);
    }
    return 0;
}

void
created_types_begin(void)
{
    /* Without a GIL threads would change the set at the same time. */
    if (py.PyRefTracer_SetTracer != NULL && !py.free_threaded) {
        (void)py.PyRefTracer_SetTracer(trace, NULL);
    }
}

void
created_types_end(void)
{
    if (py.PyRefTracer_SetTracer != NULL && !py.free_threaded) {
        (void)py.PyRefTracer_SetTracer(NULL, NULL);
    }
}

bool
created_types_has(const struct py_object *type)
{
    return pointer_set_has(&types, type);
}
