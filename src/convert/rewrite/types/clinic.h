#ifndef INSULATE_CONVERT_REWRITE_TYPES_CLINIC_H
#define INSULATE_CONVERT_REWRITE_TYPES_CLINIC_H

#include "convert/rewrite/rewriter.h"

/* VARIABLE, a type that moves, as the code that Argument Clinic wrote for FUNCTION names it. */
const char *clinic_access(struct rewriter *r, const struct function *function,
                          const struct variable *variable);

/* The input says what its headers are written to say. */
void edit_clinic(struct rewriter *r);

#endif
