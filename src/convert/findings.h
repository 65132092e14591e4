/* What is said of a module: why it is not converted, what is left to do, what to know. */
#ifndef INSULATE_CONVERT_FINDINGS_H
#define INSULATE_CONVERT_FINDINGS_H

#include "convert/conversion.h"

/* Give up on the module: a finding of RULE at OFFSET of FILE. */
void refuse(struct conversion *c, const char *rule, const struct source_file *file,
            uint32_t offset, const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);
void refuse_at(struct conversion *c, const char *rule, const struct node *node,
               const char *symbol, const char *format, ...) PRINTF_LIKE(5, 6);

/* A finding that does not give up on the module: something is left to do by hand.
 * Borrowed (until the next finding is added). */
struct finding *report(struct conversion *c, const char *rule,
                       const struct source_file *file, uint32_t offset,
                       const char *symbol, const char *format, ...) PRINTF_LIKE(6, 7);

/* The same as a note: something that is done, and that a reviewer should know. */
void note(struct conversion *c, const char *rule, const struct source_file *file,
          uint32_t offset, const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);

/* "spam.c:12", where the declaration has its name. */
const char *place_words(const struct conversion *c,
                        const struct declaration *declaration);

#endif
