#include "report/statistics.h"

#include <stdlib.h>
#include <string.h>

static int
by_frequency(const void *left, const void *right)
{
    const struct rule_count *a = left, *b = right;
    if (a->n != b->n) {
        return a->n > b->n ? -1 : 1;
    }
    return strcmp(a->rule, b->rule);
}

struct rule_count *
statistics_of(struct arena *arena, const struct findings *findings, size_t *out_n)
{
    struct rule_count *counts = NULL;
    size_t n = 0, capacity = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        size_t k = 0;
        while (k < n && strcmp(counts[k].rule, finding->rule) != 0) {
            k++;
        }
        if (k == n) {
            ARENA_GROW(arena, counts, n, capacity);
            counts[n++] = (struct rule_count){.rule = finding->rule};
        }
        counts[k].n++;
        counts[k].n_fixable += finding->fix != NULL;
        if (finding->level > counts[k].level) {
            counts[k].level = finding->level;
        }
    }
    if (n > 1) {
        qsort(counts, n, sizeof *counts, by_frequency);
    }
    *out_n = n;
    return counts;
}
