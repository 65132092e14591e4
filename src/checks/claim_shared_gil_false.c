/* claim-shared-gil-false: the shared GIL guards plain data, and nothing keeps an
 * object in the interpreter that made it. */
#include "checks/claim.h"

void
check_claim_shared_gil_false(struct check *check)
{
    claims_compare(check, CLAIM_SHARED_GIL, "claim-shared-gil-false",
                   "it supports several interpreters", LEVEL_ERROR);
}
