#ifndef INSULATE_CONVERT_REWRITE_INIT_LATE_SLOTS_H
#define INSULATE_CONVERT_REWRITE_INIT_LATE_SLOTS_H

#include "convert/rewrite/rewriter.h"

/* Append that function; call it; take its call along: VALUE is that of
 * Py_mod_multiple_interpreters. */
void add_late_slots(const struct conversion *c, struct strbuf *out, const char *value);
void edit_late_slots(struct rewriter *r, const char *value);
void move_late_slots(struct rewriter *r);

#endif
