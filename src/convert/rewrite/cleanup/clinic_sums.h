#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_CLINIC_SUMS_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_CLINIC_SUMS_H

#include "convert/rewrite/rewriter.h"

/* Behind all other edits. */
void edit_clinic_sums(struct rewriter *r);

#endif
