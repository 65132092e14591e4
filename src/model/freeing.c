#include "model/freeing.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"

enum freeing
freeing_of(const char *name)
{
    static const struct {
        const char *name;
        enum freeing frees;
    } table[] = {
        {"PyMem_Free", FREES_MEMORY},         {"PyMem_RawFree", FREES_RAW},
        {"PyObject_Del", FREES_OBJECT},       {"PyObject_Free", FREES_OBJECT},
        {"PyObject_GC_Del", FREES_COLLECTED}, {"free", FREES_RAW},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(name, table[i].name) == 0) {
            return table[i].frees;
        }
    }
    return FREES_NOTHING;
}
