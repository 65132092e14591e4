/* Findings and modules as JSON; docs/commands.md lists their fields. */
#ifndef INSULATE_REPORT_JSON_H
#define INSULATE_REPORT_JSON_H

#include <jansson.h>

#include "report/report.h"

/* FOLDER as in finding_fingerprint. */
json_t *json_of_finding(const struct finding *finding, const char *folder);
json_t *json_of_module(const struct module_report *module);

#endif
