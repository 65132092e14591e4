#ifndef INSULATE_CONVERT_FACTS_REACHED_FUNCTIONS_H
#define INSULATE_CONVERT_FACTS_REACHED_FUNCTIONS_H

#include "model/source.h"

/* Add to SET, by function id, who calls one of it, and whom it calls. */
void add_callers(const struct source *source, bool *set);
void add_callees(const struct source *source, bool *set);

#endif
