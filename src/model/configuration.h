/* Another way to compile the same sources: under another Python's headers, or with
 * other defines. */
#ifndef INSULATE_MODEL_CONFIGURATION_H
#define INSULATE_MODEL_CONFIGURATION_H

#include <stdbool.h>
#include <stddef.h>

/* -DNAME=VALUE, or -UNAME. */
struct macro_setting {
    const char *name;
    const char *value; /* NULL: not defined */
};

struct macro_settings {
    const struct macro_setting *items;
    size_t n_items;
};

/* All strings are borrowed from the run's arena. */
struct configuration {
    const char *label;   /* "CPython 3.9's headers", "-DWITH_CACHE=1" */
    const char *headers; /* folder of the Python.h to use in place of the build's; NULL:
                            as the build has it */
    const struct macro_setting *settings;
    size_t n_settings;
    bool is_made_up; /* no build is known that has these settings */
};

/* Headers of one CPython that this machine has. */
struct python_header {
    const char *folder;
    unsigned version; /* PY_VERSION_HEX */
    bool is_free_threaded;
};

struct python_header_list {
    struct python_header *items; /* by version; of a minor version the newest alone */
    size_t n_items, capacity;
};

#endif
