/* claim-own-gil-false */
#include "checks/claim.h"

void
check_claim_own_gil_false(struct check *check)
{
    claims_compare(check, CLAIM_OWN_GIL, "claim-own-gil-false",
                   "it runs under an interpreter's own GIL", LEVEL_WARNING);
}
