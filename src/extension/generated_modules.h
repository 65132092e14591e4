/* Modules whose init function no author wrote: what a generator makes them of, and what to
 * do there.  (Files that a generator wrote are told by themselves: is_generated.) */
#ifndef INSULATE_EXTENSION_GENERATED_MODULES_H
#define INSULATE_EXTENSION_GENERATED_MODULES_H

#include "extension/extension.h"

struct generated_module {
    enum generator generator;
    const char *path;  /* the generator's input, or the file of `maker` */
    size_t n_further;  /* inputs of the same generator */
    bool is_named;     /* an input that the user named */
    bool is_declared;  /* its author says which interpreters it supports */
    const char *maker; /* the macro, or the init function, that makes it; NULL: an input */
    const struct source_file *file; /* of `maker` */
    uint32_t offset;                /* in it */
};

struct generated_modules {
    struct generated_module *items;
    size_t n_items, capacity;
};

/* Inputs are told once a generator, at the first of them. */
struct generated_modules generated_modules_find(struct arena *arena,
                                                const struct extension *extension);

/* What MODULE is, and what to do for it to be isolated. */
const char *generated_module_words(struct arena *arena,
                                   const struct generated_module *module);

/* Did Argument Clinic write FILE?  It is a part of the module that includes it. */
bool file_is_of_clinic(const struct source_file *file);

#endif
