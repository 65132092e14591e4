#ifndef INSULATE_CONVERT_FACTS_RECORDS_H
#define INSULATE_CONVERT_FACTS_RECORDS_H

#include "convert/conversion.h"

/* The project's record that NAME, also with "struct", means in FILE: units may each have
 * one of that name; or NULL. */
const struct record *record_called(const struct conversion *c, const char *name,
                                   const struct source_file *file);

#endif
