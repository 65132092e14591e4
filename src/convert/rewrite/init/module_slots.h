#ifndef INSULATE_CONVERT_REWRITE_INIT_MODULE_SLOTS_H
#define INSULATE_CONVERT_REWRITE_INIT_MODULE_SLOTS_H

#include "convert/rewrite/rewriter.h"

/* The name of what stands in Py_mod_exec: the module's own exec function, or what is put around it;
 * NULL: nothing. */
const char *slot_exec_name(const struct conversion *c);
/* Append what is put around the exec function INNER (NULL: there is none), if anything is: the
 * opt-out, and the interpreter's only module.  RELEASE as below. */
void add_guarded_exec(const struct conversion *c, struct strbuf *out, const char *inner,
                      const char *release);
/* Declares the exec function in front of the namespace of the definition, where it is outside. */
void edit_exec_declaration(struct rewriter *r);
/* Append the slot table.  RELEASE: the function that m_free is to call, or NULL. */
void add_slots(const struct rewriter *r, struct strbuf *out,
               const struct source_file *file, const char *release);

/* Let the table that the module has already say what is missing. */
void edit_slot_table(struct rewriter *r);

#endif
