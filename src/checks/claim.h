/* Claims against contents: shared by the rules about what a module declares. */
#ifndef INSULATE_CHECKS_CLAIM_H
#define INSULATE_CHECKS_CLAIM_H

#include "checks/check.h"

/* Add a finding of RULE for each module that declares CLAIM, said in words by
 * PROMISE, where a finding of LEVEL or worse tells of process-wide state. */
void claims_compare(struct check *check, enum interpreters_claim claim,
                    const char *rule, const char *promise, enum level level);

#endif
