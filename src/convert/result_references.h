#ifndef INSULATE_CONVERT_RESULT_REFERENCES_H
#define INSULATE_CONVERT_RESULT_REFERENCES_H

#include "convert/verification.h"

/* Add the functions of initialisation that succeed with more or less references to an object
 * that moved into the state than that owns. */
void result_reference_faults(struct arena *arena, const struct verification *v,
                             struct verification_faults *out);

#endif
