#include "model/thread_effect.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"

static bool
is_listed(const char *name, const char *const *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(name, table[i]) == 0) {
            return true;
        }
    }
    return false;
}

int
memory_argument_of(const char *name)
{
    static const struct {
        const char *name;
        int argument;
    } table[] = {
#define WRITES_MEMORY(name, argument) {name, argument},
#include "model/thread_effect.inc"
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
#define RUNS_PYTHON(name) name,
#include "model/thread_effect.inc"
    };
    return is_listed(name, table, ARRAY_LENGTH(table));
}

int
asked_argument_of(const char *name)
{
    static const struct {
        const char *name;
        int argument;
    } table[] = {
#define ASKS_OBJECT(name, argument) {name, argument},
#include "model/thread_effect.inc"
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(name, table[i].name) == 0) {
            return table[i].argument;
        }
    }
    return -1;
}

enum thread_state_effect
thread_state_effect_of(const char *name)
{
    static const struct {
        const char *name;
        enum thread_state_effect effect;
    } table[] = {
#define THREAD_STATE(name, effect) {name, THREAD_STATE_##effect},
#include "model/thread_effect.inc"
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(name, table[i].name) == 0) {
            return table[i].effect;
        }
    }
    return THREAD_STATE_KEPT;
}

bool
function_keeps_sections(const char *name)
{
    static const char *const table[] = {
#define KEEPS_SECTIONS(name) name,
#include "model/thread_effect.inc"
    };
    return is_listed(name, table, ARRAY_LENGTH(table))
           || (string_starts(name, "Py")
               && (string_ends(name, "_Check") || string_ends(name, "_CheckExact")));
}
