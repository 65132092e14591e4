/* Data that is set once, to what is the same for the whole process. */
#ifndef INSULATE_EXTENSION_ONCE_H
#define INSULATE_EXTENSION_ONCE_H

#include "extension/writes.h"

/* Is every write of WRITES of this kind: it stands behind a condition over
 * static data alone ("not set yet"), and gives a value that depends on no
 * argument and asks no Python?  Whoever comes first writes what all would. */
bool writes_are_once(const struct extension *extension, const struct writes *writes);

/* Are all WRITES of VARIABLE of this kind, and is its value no pointer to memory that may
 * change? */
bool variable_is_set_once(const struct extension *extension,
                          const struct variable *variable, const struct writes *writes);

/* Is VARIABLE a table that is filled once, and does an element of it tell whether it is?
 * Another thread sees that element before the others are there. */
bool variable_tells_too_early(const struct variable *variable,
                              const struct writes *writes);

#endif
