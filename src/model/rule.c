#include "model/rule.h"

#include <string.h>

/* The list that `insulate rule` prints. */
const struct rule rules[] = {
#define RULE(name, judged, level, guide, summary)                                      \
    {name, LEVEL_##level, summary, guide},
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
