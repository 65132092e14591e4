/* Entry points and module definitions of a compiled file. */
#ifndef INSULATE_BINARY_MODULE_H
#define INSULATE_BINARY_MODULE_H

#include "binary/code_facts.h"

/* A PyModuleDef at a fixed address. */
struct definition {
    uint64_t address, size;
    unsigned head; /* words of its PyObject: 2, or 4 without a GIL */
};

struct modules {
    struct binary_module *items; /* by name */
    size_t n, capacity;
    struct definition *definitions; /* all that the file holds, by address */
    size_t n_definitions, definitions_capacity;
    size_t n_followed; /* functions, from all entry points */
    bool is_cut;
};

/* Is the exported SYMBOL an entry point: PyInit_…, PyModExport_…? */
bool module_is_entry(const struct image *image, const struct symbol *symbol);
/* Does IMAGE export an entry point of an extension module at all? */
bool modules_are_there(const struct image *image);
/* Find the entry points of IMAGE, follow each to its definition, read that. */
void modules_read(const struct image *image, const struct code_facts *facts,
                  struct modules *out_modules);

/* The words of the PyObject head at ADDRESS: 2, 4 (free-threaded), 0 if what is
 * there does not look like a static object's head. */
unsigned object_head(const struct image *image, uint64_t address);
/* A printable string that can be a Python name, or NULL. */
const char *name_string(const struct image *image, uint64_t address);

#endif
