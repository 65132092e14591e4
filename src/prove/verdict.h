/* What the evidence allows, and the verdict on the module. */
#ifndef INSULATE_PROVE_VERDICT_H
#define INSULATE_PROVE_VERDICT_H

#include "prove/initial_import.h"

/* Fill in what the report says last, once all log is read: what the module
 * supports, whether its own declaration is true, the verdict and the reason for it. */
void verdict_reach(const struct prover *prover, struct proof *proof,
                   enum initial_import initial_import);

#endif
