/* claim-own-gil-false */
#include "checks/check.h"

void
check_claim_own_gil_false(struct check *check)
{
    check_claims(check, CLAIM_OWN_GIL, "claim-own-gil-false",
                 "it supports a per-interpreter GIL", SHARED_ANYTHING);
}
