#include "model/process_wide.h"

#include <string.h>

const struct process_wide process_wide_table[] = {
#define PROCESS_WIDE(name, words) {name, words, NULL, false},
#define THREAD_UNSAFE(name, words, instead) {name, words, instead, true},
#include "model/process_wide.inc"
#undef PROCESS_WIDE
#undef THREAD_UNSAFE
    {NULL, NULL, NULL, false},
};

const struct process_wide *
process_wide_find(const char *name)
{
    for (const struct process_wide *entry = process_wide_table; entry->name; entry++) {
        if (strcmp(entry->name, name) == 0) {
            return entry;
        }
    }
    return NULL;
}
