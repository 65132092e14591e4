/* What a compiled module says of itself: by its slots, its kind of initialisation, and
 * the guards in it. */
#ifndef INSULATE_BINARY_CLAIMS_H
#define INSULATE_BINARY_CLAIMS_H

#include "model/binary.h"

/* Which interpreters MODULE declares to support. */
enum support module_claim(const struct binary_module *module);
/* Does it keep other interpreters out, by its slot or by a guard? */
bool module_declines(const struct binary_file *file,
                     const struct binary_module *module);
/* Is there at most one module object of it in an interpreter, because a second import
 * gets an ImportError or the first object? */
bool module_is_single_object(const struct binary_file *file,
                             const struct binary_module *module);
/* Does CPython refuse its m_size? */
bool module_size_is_refused(const struct binary_module *module);
/* Is it of one phase, but initialised anew for each interpreter? */
bool module_is_made_anew(const struct binary_module *module);

#endif
