/* What the files that write the module's definition share. */
#ifndef INSULATE_CONVERT_DEFINITION_H
#define INSULATE_CONVERT_DEFINITION_H

#include "convert/state.h"

/* --- hooks.c --------------------------------------------------------------- */

/* Does the state hold objects? */
bool holds_objects(const struct conversion *c);
/* The function in FIELD of the definition, or NULL. */
const struct function *hook_function(const struct conversion *c, const char *field);
/* Write or extend the hooks: new ones go to BEFORE, fields that the definition does not
 * have yet to REST; or m_free alone, where CLEAR, if there is one, is called first.  Returns
 * the function that m_free is to call, RELEASE if it is one, or NULL. */
const char *edit_hooks(struct conversion *c, struct strbuf *before, struct strbuf *rest,
                       const struct function *release);
const char *edit_free(struct conversion *c, struct strbuf *before,
                      const struct function *release, const char *clear);
/* m_free: WAS its function, the opt-out's left out; NOW it is to call NAME. */
void edit_release(struct conversion *c, struct strbuf *rest, const struct function *was,
                  const char *now);

/* --- definition_fields.c --------------------------------------------------- */

/* Give FIELD its VALUE where the initialiser has a place for it; else append it to
 * REST as a designated initialiser. */
void set_field(struct conversion *c, struct strbuf *rest, const char *field,
               const char *value);
/* Append the lines REST to the initialiser, behind its last item. */
void append_fields(struct conversion *c, const struct strbuf *rest);
/* The text of FIELD as it is in the end, its line in REST included; NULL: not set. */
const char *field_text(struct conversion *c, const struct strbuf *rest,
                       const char *field);

/* --- module_slots.c -------------------------------------------------------- */

const char *exec_name(const struct conversion *c);
/* Append the slot table.  RELEASE: the function that m_free is to call, or NULL. */
void add_slots(struct conversion *c, struct strbuf *out, const struct source_file *file,
               const char *release);
/* The one that a module in multi-phase initialisation has already, or NULL; its edits. */
const struct variable *slot_table(const struct conversion *c);
void edit_slot_table(struct conversion *c, const struct variable *table);

#endif
