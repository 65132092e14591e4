#ifndef INSULATE_CONVERT_REWRITE_INIT_HOOKS_H
#define INSULATE_CONVERT_REWRITE_INIT_HOOKS_H

#include "convert/conversion.h"
#include "convert/rewrite/init/definition_fields.h"

/* Write or extend the hooks: new ones go to BEFORE, values of fields to VALUES; or m_free alone, where CLEAR, if there is one, is called first.  Returns
 * the function that m_free is to call, RELEASE if it is one, or NULL. */
const char *edit_hooks(struct rewriter *r, struct strbuf *before, struct field_values *values,
                       const struct function *release);
const char *edit_free(struct rewriter *r, struct strbuf *before,
                      const struct function *release, const char *clear);

/* M_free: WAS its function, the opt-out's left out; NOW it is to call NAME. */
void edit_release(struct rewriter *r, struct field_values *values, const struct function *was,
                  const char *now);

#endif
