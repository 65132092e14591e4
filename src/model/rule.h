/* The table of all rules: what each is called, how bad it is, where the guide
 * says so.  The page of a rule is docs/rules/<name>.md. */
#ifndef INSULATE_MODEL_RULE_H
#define INSULATE_MODEL_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "model/finding.h"

/* Who caused a finding in converted text that the original text does not have: see
 * model/rules.inc. */
enum origin {
    ORIGIN_CONVERSION,
    ORIGIN_LINE,
    ORIGIN_FIELD,
    ORIGIN_RESULT,
    ORIGIN_AUTHOR,
    ORIGIN_NONE,
};

struct rule {
    const char *name;    /* "<theme>-<what>", kept for ever */
    enum level level;    /* of a finding that does not say otherwise */
    enum origin origin;  /* of a finding that only converted text has */
    const char *summary; /* one line, no period */
    const char *guide;   /* section of "Isolating Extension Modules", or NULL */
};

extern const struct rule rules[];
extern const size_t n_rules;

/* The rule called NAME, or NULL. */
const struct rule *rule_find(const char *name);
/* The Markdown page of a rule (constant), or NULL.  The pages are put into the
 * program when it is built. */
const char *rule_page(const char *name);

/* Append the address of a page about RULE: its own, if this build knows where that is, or
 * the section of CPython's guide; nothing if there is neither. */
void rule_link(const struct rule *rule, struct strbuf *out);

#endif
