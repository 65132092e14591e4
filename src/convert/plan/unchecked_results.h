#ifndef INSULATE_CONVERT_PLAN_UNCHECKED_RESULTS_H
#define INSULATE_CONVERT_PLAN_UNCHECKED_RESULTS_H

#include "convert/conversion.h"

/* Tell what initialisation does not check, and did not before. */
void note_unchecked_results(struct conversion *c);

#endif
