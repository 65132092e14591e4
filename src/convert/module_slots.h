#ifndef INSULATE_CONVERT_MODULE_SLOTS_H
#define INSULATE_CONVERT_MODULE_SLOTS_H

#include "convert/conversion.h"

/* What the module says of interpreters. */
const char *interpreters_value(const struct conversion *c);

const char *exec_name(const struct conversion *c);

/* Append the slot table.  RELEASE: the function that m_free is to call, or NULL. */
void add_slots(struct conversion *c, struct strbuf *out, const struct source_file *file,
               const char *release);

/* The one that a module in multi-phase initialisation has already, or NULL; its edits. */
const struct variable *slot_table(const struct conversion *c);
void edit_slot_table(struct conversion *c, const struct variable *table);

#endif
