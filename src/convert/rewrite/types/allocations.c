/* Instances of the new heap types come from their tp_alloc. */
#include "convert/rewrite/types/allocations.h"

#include "convert/arena_text.h"
#include "convert/plan/allocations.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module_holders.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"

static void
edit_new(struct rewriter *r, const struct allocation *allocation)
{
    const struct source_file *file = allocation->call->file;
    const struct range *type = &allocation->type, *n = &allocation->size;
    const char *record =
        text_of(r->plan, file, allocation->record.begin, allocation->record.end);
    const char *size = allocation->is_sized ? rendered(r, file, n->begin, n->end) : "0";
    const char *access = rendered(r, file, type->begin, type->end);
    const char *of = allocation->is_cast ? TEXT(r, "(%s)", access) : access;
    const char *text = TEXT(r, "(%s *)%s(%s, %s)", record,
                            type_function(r->plan, of, "tp_alloc"), access, size);
    if (allocation->holder != NULL) {
        text = TEXT(r, "(%s *)%s(%s, %s)", record, allocation->holder->alloc_name, access,
                    size);
    }
    else if (r->options->use_header && !allocation->is_sized) {
        require_header_at(r, HEADER_HEAP_TYPES, file, allocation->call->begin);
        text = TEXT(r, "(%s *)Insulate_Alloc(%s)", record, access);
    }
    change_cover(r, file, allocation->begin, allocation->end, text,
                 "allocated for the garbage collector");
}

void
edit_allocations(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->allocations->n_items; i++) {
        edit_new(r, &r->plan->allocations->items[i]);
    }
    for (size_t i = 0; i < r->plan->allocations->n_holding; i++) {
        const struct holding_allocation *holding = &r->plan->allocations->holding[i];
        change_cover(r, holding->callee->file, holding->callee->begin,
                     holding->callee->end, holding->holder->alloc_name,
                     "the instance holds its module");
    }
}
