/* The modules of the HTML page: who can use them, and what was shown. */
#ifndef INSULATE_REPORT_HTML_MODULES_H
#define INSULATE_REPORT_HTML_MODULES_H

#include "report/report.h"

/* Packages × what they declare, support, and are: a row for each package, and one for each
 * module of it. */
void html_add_matrix(struct strbuf *out, const struct module_reports *modules);

/* For each module that ran: what of it was used, and the scenarios, with what FINDINGS have
 * of them as evidence. */
void html_add_proofs(struct strbuf *out, const struct module_reports *modules,
                     const struct findings *findings);

#endif
