/* The types of which an object was created.  From 3.13, where the reference tracer tells. */
#ifndef INSULATE_PROBE_CREATED_TYPES_H
#define INSULATE_PROBE_CREATED_TYPES_H

#include <stdbool.h>

struct py_object;

/* Begins to note them; call in the main interpreter. */
void created_types_begin(void);
void created_types_end(void);

/* Was an object of exactly this type created in between? */
bool created_types_has(const struct py_object *type);

#endif
