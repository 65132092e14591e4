/* What is said of a module: why it is not converted, what is left to do, what to know. */
#ifndef INSULATE_CONVERT_FINDINGS_H
#define INSULATE_CONVERT_FINDINGS_H

#include "convert/conversion.h"

/* Give up on the module: a finding of RULE at OFFSET of FILE.  This and the next ones return
 * the finding, borrowed (until the next one is added). */
struct finding *refuse(struct conversion *c, const char *rule,
                       const struct source_file *file, uint32_t offset,
                       const char *symbol, const char *format, ...) PRINTF_LIKE(6, 7);
struct finding *refuse_at(struct conversion *c, const char *rule,
                          const struct node *node, const char *symbol,
                          const char *format, ...) PRINTF_LIKE(5, 6);

/* A finding that does not give up on the module: something is left to do by hand. */
struct finding *report(struct conversion *c, const char *rule,
                       const struct source_file *file, uint32_t offset,
                       const char *symbol, const char *format, ...) PRINTF_LIKE(6, 7);

/* The same as a note: something that is done, and that a reviewer should know. */
void note(struct conversion *c, const char *rule, const struct source_file *file,
          uint32_t offset, const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);

/* "the macro 'S'", as a cause; NULL of NULL. */
const char *macro_cause(const struct conversion *c, const struct macro *macro);

/* "spam.c:12", where the declaration has its name. */
const char *place_words(const struct conversion *c,
                        const struct declaration *declaration);

#endif
