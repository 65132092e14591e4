#ifndef INSULATE_CONVERT_REWRITE_INIT_MODULE_SLOTS_H
#define INSULATE_CONVERT_REWRITE_INIT_MODULE_SLOTS_H

#include "convert/rewrite/rewriter.h"

/* Append the slot table.  RELEASE: the function that m_free is to call, or NULL. */
void add_slots(const struct rewriter *r, struct strbuf *out,
               const struct source_file *file, const char *release);

/* Let the table that the module has already say what is missing. */
void edit_slot_table(struct rewriter *r);

#endif
