/* Who needs the module state: the graph of a plan on the HTML page. */
#ifndef INSULATE_REPORT_HTML_GRAPH_H
#define INSULATE_REPORT_HTML_GRAPH_H

#include "base/strbuf.h"
#include "model/plan.h"

/* Functions in columns, the fields of the state in the last one: a function that uses
 * fields stands next to them, one that needs the state for its calls left of what it
 * calls.  Nothing if there is no field. */
void html_add_graph(struct strbuf *out, const struct module_plan *module);

#endif
