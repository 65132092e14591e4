#include "commands/selector.h"

#include <fnmatch.h>
#include <string.h>

#include "base/spelling.h"
#include "model/rule.h"

/* How exactly SELECTOR means RULE; 0: it does not. */
static size_t
exactness(const char *selector, const char *rule)
{
    enum { WORDS = 1000, NAME = 2000 };
    size_t size = strlen(selector);
    if (strcmp(selector, rule) == 0) {
        return NAME + size;
    }
    if (strncmp(selector, rule, size) == 0 && rule[size] == '-') {
        return WORDS + size;
    }
    bool is_pattern = strpbrk(selector, "*?[") != NULL;
    return is_pattern && fnmatch(selector, rule, 0) == 0 ? size : 0;
}

static size_t
most_exact(const struct words *selectors, const char *rule)
{
    size_t most = 0;
    for (size_t i = 0; i < selectors->n_items; i++) {
        size_t one = exactness(selectors->items[i], rule);
        most = one > most ? one : most;
    }
    return most;
}

/* WITH_FIRST_WORDS: those of names are offered, too. */
static const char *
suggestion(struct arena *arena, const char *name, bool with_first_words)
{
    struct spelling spelling = spelling_of(name);
    for (size_t i = 0; i < n_rules; i++) {
        const char *rule = rules[i].name;
        spelling_offer(&spelling, rule);
        for (const char *end = strchr(rule, '-'); with_first_words && end != NULL;
             end = strchr(end + 1, '-'))
        {
            spelling_offer(&spelling, arena_copy(arena, rule, (size_t)(end - rule)));
        }
    }
    return spelling.nearest
               ? arena_format(arena, " (did you mean '%s'?)", spelling.nearest)
               : "";
}

const char *
rule_suggestion(struct arena *arena, const char *name)
{
    return suggestion(arena, name, false);
}

void
selectors_split(struct arena *arena, struct words *selectors, const char *text)
{
    for (const char *at = text;;) {
        size_t size = strcspn(at, ",");
        if (size != 0) {
            words_add(arena, selectors, arena_copy(arena, at, size));
        }
        if (at[size] == '\0') {
            break;
        }
        at += size + 1;
    }
}

int
selectors_check(struct arena *arena, const struct words *selectors, struct error *err)
{
    for (size_t i = 0; i < selectors->n_items; i++) {
        bool is_known = false;
        for (size_t j = 0; j < n_rules && !is_known; j++) {
            is_known = exactness(selectors->items[i], rules[j].name) != 0;
        }
        if (!is_known) {
            return error_set(err, ERROR_USAGE,
                             "unknown rule '%s'%s; 'insulate rule' lists all rules",
                             selectors->items[i],
                             suggestion(arena, selectors->items[i], true));
        }
    }
    return 0;
}

bool
selectors_allow(const struct words *select, const struct words *ignore, const char *rule)
{
    size_t wanted = select->n_items == 0 ? 1 : most_exact(select, rule);
    return wanted > most_exact(ignore, rule);
}
