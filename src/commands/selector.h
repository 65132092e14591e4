/* Which rules a word of --select and --ignore means. */
#ifndef INSULATE_COMMANDS_SELECTOR_H
#define INSULATE_COMMANDS_SELECTOR_H

#include <stdbool.h>

#include "base/error.h"
#include "commands/option.h"

/* Add the selectors of TEXT, which commas separate. */
void selectors_split(struct arena *arena, struct words *selectors, const char *text);

/* A selector is the name of a rule ("gc-type-not-visited"), the first words of names ("gc",
 * "gc-type"), or a pattern of the shell ("gc-*", "*-static-*").  Error: USAGE, if one of
 * SELECTORS means no rule; it names the rule that is spelled nearly so. */
MUST_CHECK int selectors_check(struct arena *arena, const struct words *selectors,
                               struct error *err);

/* Is RULE to be reported, with SELECT (none: all) and IGNORE?  The most exact selector that
 * means it decides: its name, else the most of its first words, else the longest pattern;
 * of equals, IGNORE. */
bool selectors_allow(const struct words *select, const struct words *ignore,
                     const char *rule);

/* " (did you mean 'gc-type-not-visited'?)" (in ARENA), or "". */
const char *rule_suggestion(struct arena *arena, const char *name);

#endif
