/* Functions and hooks that act on the whole process, whichever module object or
 * interpreter uses them. */
#ifndef INSULATE_MODEL_PROCESS_WIDE_H
#define INSULATE_MODEL_PROCESS_WIDE_H

#include <stdbool.h>
#include <stddef.h>

struct process_wide {
    const char *name;
    const char *words; /* what it does: "changes …" */
    const char *instead; /* what works on its own data; NULL: unknown */
    bool is_unsafe;    /* two threads that do so at a time overwrite each other's data */
};

/* The table, sorted by name; ends with a name of NULL. */
extern const struct process_wide process_wide_table[];

/* The entry of NAME, or NULL. */
const struct process_wide *process_wide_find(const char *name);

#endif
