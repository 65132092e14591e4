/* The PyMethodDef tables of the sources. */
#ifndef INSULATE_EXTENSION_METHODS_H
#define INSULATE_EXTENSION_METHODS_H

#include "extension/extension.h"

/* Read all tables; the modules and types of EXTENSION are known by then. */
const struct method *methods_read(const struct extension *extension,
                                  size_t *out_n_methods);

#endif
