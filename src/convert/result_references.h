#ifndef INSULATE_CONVERT_RESULT_REFERENCES_H
#define INSULATE_CONVERT_RESULT_REFERENCES_H

#include "convert/verification.h"

/* The file with a function of initialisation that succeeds with more or less references to
 * an object that moved into the state than that owns, and what is to be said of it; NULL:
 * none is seen. */
const char *result_reference_fault(struct arena *arena, const struct verification *v,
                                   const char **out_message);

#endif
