/* The PyMethodDef tables of the sources. */
#ifndef INSULATE_CHECKS_METHODS_H
#define INSULATE_CHECKS_METHODS_H

#include "checks/extension.h"

/* Read all tables; the modules and types of EXTENSION are known by then. */
const struct method *methods_read(const struct extension *extension,
                                  size_t *out_n_methods);

#endif
