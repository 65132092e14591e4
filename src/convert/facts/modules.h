#ifndef INSULATE_CONVERT_FACTS_MODULES_H
#define INSULATE_CONVERT_FACTS_MODULES_H

#include "extension/extension.h"

/* The modules of EXTENSION that have a PyModuleDef and an entry, or a call that makes them, and
 * are no part of another; how many. */
size_t find_modules(struct arena *arena, const struct extension *extension,
                    const struct module *const **out_modules);

/* The oldest limited API that a module of SOURCE is compiled for; 0: none.  Other files of
 * the run may keep to one: cffi's do. */
unsigned modules_limited_api(const struct source *source, struct arena *arena);

#endif
