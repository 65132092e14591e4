/* Is a function of the shape that its slot calls it in? */
#ifndef INSULATE_EXTENSION_SIGNATURE_H
#define INSULATE_EXTENSION_SIGNATURE_H

#include "extension/slots.h"

enum misfit {
    MISFIT_NONE, /* it fits, as far as is known */
    MISFIT_PARAMETERS,
    MISFIT_RESULT,
};
/* What of FUNCTION is not as CPython calls a function of KIND. */
enum misfit function_misfit(const struct function *function,
                            const struct slot_kind *kind);
/* "an int" */
const char *slot_result_name(enum slot_result result);

#endif
