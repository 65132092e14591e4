#include "probe/reach.h"

void
reach_add_span(struct reach *reach, uintptr_t address, size_t size, bool is_write)
{
    struct reach_span span = {address, address + (size > 0 ? size : 1), is_write};
    for (int i = 0; i < reach->n_spans; i++) {
        struct reach_span *known = &reach->spans[i];
        if (known->is_write == is_write && span.begin <= known->end
            && known->begin <= span.end)
        {
            known->begin = span.begin < known->begin ? span.begin : known->begin;
            known->end = span.end > known->end ? span.end : known->end;
            return;
        }
    }
    if (reach->n_spans == REACH_SPANS) {
        reach->is_unlimited = true;
        return;
    }
    reach->spans[reach->n_spans++] = span;
}

void
reach_add_elsewhere(struct reach *reach, bool is_write)
{
    reach->reads_elsewhere = true;
    reach->writes_elsewhere = reach->writes_elsewhere || is_write;
}

static bool
is_empty(const struct reach *reach)
{
    return !reach->is_unlimited && !reach->reads_elsewhere && reach->n_spans == 0;
}

bool
reach_meet(const struct reach *a, const struct reach *b)
{
    if (a->n_calls == 0 || b->n_calls == 0) {
        return true;
    }
    if (is_empty(a) || is_empty(b)) {
        return false;
    }
    if (a->is_unlimited || b->is_unlimited || (a->writes_elsewhere && b->reads_elsewhere)
        || (b->writes_elsewhere && a->reads_elsewhere))
    {
        return true;
    }
    for (int i = 0; i < a->n_spans; i++) {
        for (int k = 0; k < b->n_spans; k++) {
            const struct reach_span *first = &a->spans[i];
            const struct reach_span *second = &b->spans[k];
            if ((first->is_write || second->is_write) && first->begin < second->end
                && second->begin < first->end)
            {
                return true;
            }
        }
    }
    return false;
}
