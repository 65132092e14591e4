/* How much of a module was used, and whether that is enough for a verdict. */
#ifndef INSULATE_PROVE_COVERAGE_H
#define INSULATE_PROVE_COVERAGE_H

#include "prove/proof.h"

/* Fill the coverage of the report from what the probe reported. */
void coverage_read(struct proof *proof);

/* Why too little of the module was used for the verdict `isolated`; NULL: it was not. */
const char *coverage_lacking(const struct proof *proof);

#endif
