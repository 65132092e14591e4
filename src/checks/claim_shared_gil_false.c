/* claim-shared-gil-false: the shared GIL guards plain data, and nothing keeps an
 * object in the interpreter that made it. */
#include "checks/check.h"

void
check_claim_shared_gil_false(struct check *check)
{
    check_claims(check, CLAIM_SHARED_GIL, "claim-shared-gil-false",
                 "it supports several interpreters", SHARED_OBJECTS);
}
