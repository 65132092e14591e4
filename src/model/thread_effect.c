#include "model/thread_effect.h"

#include <string.h>

#include "base/macros.h"

int
memory_argument_of(const char *name)
{
    static const struct {
        const char *name;
        int argument;
    } table[] = {
#define WRITES_MEMORY(name, argument) {name, argument},
#define RUNS_PYTHON(name)
#include "model/thread_effect.inc"
#undef WRITES_MEMORY
#undef RUNS_PYTHON
    };
    /* With _FORTIFY_SOURCE, glibc's macros call these: __builtin___memcpy_chk. */
    static const char checked[] = "__builtin___";
    size_t size = strlen(name);
    if (strncmp(name, checked, sizeof(checked) - 1) == 0 && size > 4
        && strcmp(name + size - 4, "_chk") == 0)
    {
        name += sizeof(checked) - 1;
        size -= sizeof(checked) - 1 + 4;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strlen(table[i].name) == size && memcmp(name, table[i].name, size) == 0) {
            return table[i].argument;
        }
    }
    return -1;
}

bool
function_runs_python(const char *name)
{
    static const char *const table[] = {
#define WRITES_MEMORY(name, argument)
#define RUNS_PYTHON(name) name,
#include "model/thread_effect.inc"
#undef WRITES_MEMORY
#undef RUNS_PYTHON
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(name, table[i]) == 0) {
            return true;
        }
    }
    return false;
}
