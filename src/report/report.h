/* Findings and verdicts out, one file per format. */
#ifndef INSULATE_REPORT_REPORT_H
#define INSULATE_REPORT_REPORT_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "model/equipment.h"
#include "model/finding.h"
#include "model/plan.h"
#include "model/rule.h"
#include "model/verdict.h"

struct report {
    const char *command;
    const struct findings *findings; /* sorted */
    const struct module_reports *modules;
    const struct left_out_list *left_out; /* NULL: nothing is */
    const char *diff; /* NULL: none */
    const struct conversion_plan *plan; /* `convert --plan`, in JSON: the answer; NULL: none */
    const struct rule *rules; /* `rule`, in JSON: these N_RULES are the answer */
    size_t n_rules;
    const struct equipments *equipment; /* `doctor`, in JSON: the answer; NULL: none */
    const char *folder; /* the program's, absolute: fingerprints and SARIF leave it
                           off; NULL: unknown */
    bool statistics;  /* text: the rules counted, in place of findings; JSON: besides */
    bool as_table;    /* text: the modules of `prove` as one table */
    enum verdict_use verdict_use; /* which verdicts fail the run */
    bool color;       /* text: with terminal colours */
    bool links;       /* text: rules are links of the terminal (OSC 8) */
    bool frames;      /* text: with the line of each finding that has a quote */
    bool verbose;     /* text: every scenario, all evidence */
};

struct reporter {
    const char *name; /* of the format */
    void (*print)(const struct report *report, struct strbuf *out);
};

extern const struct reporter reporter_text;
extern const struct reporter reporter_json;
extern const struct reporter reporter_sarif;
extern const struct reporter reporter_github;
extern const struct reporter reporter_gitlab;
extern const struct reporter reporter_junit;
extern const struct reporter reporter_markdown;
extern const struct reporter reporter_html;
extern const struct reporter reporter_json_lines;
extern const struct reporter reporter_azure;
extern const struct reporter reporter_pylint;

/* The reporter of a format, or NULL. */
const struct reporter *reporter_find(const char *name);

#endif
