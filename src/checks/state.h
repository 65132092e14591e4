/* Which static data is no state at all; shared by the state rules. */
#ifndef INSULATE_CHECKS_STATE_H
#define INSULATE_CHECKS_STATE_H

#include "checks/check.h"
#include "checks/writes.h"

/* Does TYPE hold a Python object, or is it a container of C++ for such? */
bool type_keeps_object(const struct type *type);
/* Is TYPE made for being changed by several threads at a time? */
bool type_is_atomic(const struct type *type);
/* Add a line of evidence for each function in WRITES. */
void state_add_writers(struct check *check, struct finding *finding,
                       const struct writes *writes);

#endif
