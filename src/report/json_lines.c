/* --format json-lines: a line for each finding, then one for each module, as in JSON. */
#include "report/json.h"

#include "base/tree.h"

static void
print(const struct report *report, struct strbuf *out)
{
    for (size_t i = 0; i < report->findings->n_items; i++) {
        tree_print_line(json_of_finding(&report->findings->items[i], report->folder), out);
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        tree_print_line(json_of_module(&report->modules->items[i]), out);
    }
}

const struct reporter reporter_json_lines = {"json-lines", print};
