#include "report/report.h"

#include <string.h>

#include "base/macros.h"

static const struct reporter *const reporters[] = {
    &reporter_text,
    &reporter_json,
    &reporter_sarif,
    &reporter_github,
    &reporter_gitlab,
    &reporter_junit,
    &reporter_markdown,
    &reporter_html,
    &reporter_json_lines,
    &reporter_azure,
    &reporter_pylint,
};

const struct reporter *
reporter_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(reporters); i++) {
        if (strcmp(reporters[i]->name, name) == 0) {
            return reporters[i];
        }
    }
    return NULL;
}
