#ifndef INSULATE_CONVERT_REWRITE_INIT_LATE_SLOTS_H
#define INSULATE_CONVERT_REWRITE_INIT_LATE_SLOTS_H

#include "convert/rewrite/rewriter.h"

/* Append the function that adds them.  VALUE: that of Py_mod_multiple_interpreters. */
void add_late_slots(const struct conversion *c, struct strbuf *out, const char *value);
/* The values that an earlier stage gave become VALUE. */
void raise_late_slots(struct rewriter *r, const char *value);

#endif
