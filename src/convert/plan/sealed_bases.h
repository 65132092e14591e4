#ifndef INSULATE_CONVERT_PLAN_SEALED_BASES_H
#define INSULATE_CONVERT_PLAN_SEALED_BASES_H

#include "convert/conversion.h"

/* Does a type that moves derive from one of the sources' own without Py_TPFLAGS_BASETYPE?
 * PyType_Ready takes such a base, PyType_FromSpec does not. */
bool has_sealed_bases(const struct conversion *c);
/* Refuse types whose base is such and cannot be opened for them. */
void check_sealed_bases(struct conversion *c);

#endif
