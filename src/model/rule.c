#include "model/rule.h"

#include <ctype.h>
#include <string.h>

#define GUIDE "https://docs.python.org/3/howto/isolating-extensions.html#"

/* The list that `insulate rule` prints. */
const struct rule rules[] = {
#define RULE(name, phase, level, origin, guide, summary)                               \
    {name, LEVEL_##level, ORIGIN_##origin, summary, guide},
#include "model/rules.inc"
#undef RULE
};

const size_t n_rules = sizeof rules / sizeof rules[0];

const struct rule *
rule_find(const char *name)
{
    for (size_t i = 0; i < n_rules; i++) {
        if (strcmp(rules[i].name, name) == 0) {
            return &rules[i];
        }
    }
    return NULL;
}

/* The anchor of a heading, as docutils makes it: words joined by "-". */
static void
add_anchor(struct strbuf *out, const char *heading)
{
    bool is_begun = false, is_apart = false;
    for (const char *at = heading; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at)) {
            is_apart = is_begun;
            continue;
        }
        strbuf_add_string(out, is_apart ? "-" : "");
        strbuf_add_char(out, (char)tolower((unsigned char)*at));
        is_begun = true;
        is_apart = false;
    }
}

void
rule_link(const struct rule *rule, struct strbuf *out)
{
    static const char url[] = INSULATE_RULE_URL;
    const char *name = strstr(url, "NAME");
    if (name != NULL) {
        strbuf_add(out, url, (size_t)(name - url));
        strbuf_add_string(out, rule->name);
        strbuf_add_string(out, name + strlen("NAME"));
    }
    else if (rule->guide != NULL) {
        strbuf_add_string(out, GUIDE);
        add_anchor(out, rule->guide);
    }
}
