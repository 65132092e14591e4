/* Fields that are made for being changed by several threads at a time. */
#ifndef INSULATE_EXTENSION_ATOMIC_FIELD_H
#define INSULATE_EXTENSION_ATOMIC_FIELD_H

#include <stdbool.h>

#include "model/source.h"

/* Is the field NAME of RECORD, a struct of the project, declared `_Atomic`, also by a macro
 * that is empty where there is a GIL? */
bool field_is_atomic(const struct source *source, const struct record *record,
                     const char *name);

#endif
