#ifndef INSULATE_CONVERT_FACTS_ONCE_GUARDS_H
#define INSULATE_CONVERT_FACTS_ONCE_GUARDS_H

#include "convert/conversion.h"

/* Where code is let run once in the process that sets VARIABLE:
 * `std::call_once(flag, [&] { table = …; })`, `if (!atomic_flag_test_and_set(&flag)) …`; or NULL.
 * The flag stays where it is, so that another module object would find VARIABLE unset. */
const struct node *once_guard_of(const struct conversion *c, const struct variable *variable);

#endif
