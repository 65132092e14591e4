#ifndef INSULATE_CONVERT_FACTS_MODULES_H
#define INSULATE_CONVERT_FACTS_MODULES_H

#include "convert/conversion.h"

/* The PyModuleDefs of SOURCE with their functions; how many. */
struct module_seed {
    const struct module *module;
    const struct variable *definition;
    const struct function *entry, *setup;
    const struct node *create;
    bool is_multi_phase;
};

size_t find_modules(struct arena *arena, const struct extension *extension,
                    struct module_seed **out_seeds);

/* Which functions and variables can be reached from the module: belongs. */
void plan_ownership(struct conversion *c, const struct module_seed *seeds,
                    size_t n_seeds, size_t own);

/* The oldest limited API that a module of SOURCE is compiled for; 0: none.  Other files of
 * the run may keep to one: cffi's do. */
unsigned modules_limited_api(const struct source *source, struct arena *arena);

#endif
