/* How many findings each rule has. */
#ifndef INSULATE_REPORT_STATISTICS_H
#define INSULATE_REPORT_STATISTICS_H

#include "report/report.h"

struct rule_count {
    const char *rule;
    enum level level; /* the worst of its findings */
    size_t n, n_fixable;
};

/* The rules of FINDINGS, the most frequent first; in ARENA. */
struct rule_count *statistics_of(struct arena *arena, const struct findings *findings,
                                 size_t *out_n);

#endif
